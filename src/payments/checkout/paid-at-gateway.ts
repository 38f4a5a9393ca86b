import { paymentsListedForReference } from '../../db/alerts-of-payments.ts'
import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { isOpen } from '../orders/rules/is-open.ts'
import { observePayment } from '../orders/rules/observe.ts'
import type { PaymentsContext } from '../ports/context.ts'

/**
 * The gateway has charged the order with a payment that the database does not know, and its alert is
 * open. Puente neither charges the order, nor notifies the store, nor marks the order as paid.
 */
export interface PaidAtGateway {
  outcome: 'already-paid-at-gateway'
  orderExternalId: string
  gatewayPaymentId: bigint
}

/**
 * Finds an unknown payment that already pays the order: an open `payment_without_order` alert names it (a
 * restore from a backup lost it), and the gateway shows that it still holds money. Returns `Failure` if
 * the gateway does not answer for a listed payment. A payment of the other environment does not exist for
 * the store's key (`gateway-api.md` 4.4).
 */
export const paidAtGateway = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { externalId }: { externalId: string },
): Promise<PaidAtGateway | Failure | undefined> => {
  const { query } = ctx.db
  const about = { storeId: store.id, reference: externalId }
  const listed = await paymentsListedForReference(query, about)
  if (listed.length === 0) return undefined
  const order = await findOrderOfStore(query, store.id, externalId)
  // The caller refuses paid and cancelled orders itself.
  if (order && !isOpen(order)) return undefined
  for (const gatewayPaymentId of listed) {
    const holds = await holdsMoney(ctx, store, gatewayPaymentId)
    if (holds === false) continue
    if (holds !== true) return holds
    return { outcome: 'already-paid-at-gateway', orderExternalId: externalId, gatewayPaymentId }
  }
  return undefined
}

/** A payment in an unreadable state counts as holding money until a person has reviewed it. */
const holdsMoney = async (
  ctx: PaymentsContext,
  store: StoreRow,
  gatewayPaymentId: bigint,
): Promise<boolean | Failure> => {
  const answer = await ctx.gatewayOf(store).getPayment(Number(gatewayPaymentId))
  if (answer.outcome === 'not-found' && answer.kind === 'payment_not_found') return false
  if (answer.outcome !== 'found') return answer
  const observed = observePayment(answer.payment)
  if (observed.kind === 'unreadable') return true
  const { state } = observed.derived
  return state === 'paid' || state === 'partially_refunded'
}
