import { paymentsListedForReference } from '../../db/alerts-of-payments.ts'
import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { isOpen } from '../orders/rules/is-open.ts'
import { observePayment } from '../orders/rules/observe.ts'
import type { PaymentsContext } from '../ports/context.ts'

/**
 * The gateway has taken money for the order with a payment that the database does not know, and the
 * alert of it is open. Nothing is charged, and nothing is notified or marked as paid.
 */
export interface PaidAtGateway {
  outcome: 'already-paid-at-gateway'
  orderExternalId: string
  gatewayPaymentId: bigint
}

/**
 * Finds a payment that already pays an order which is about to be charged: it is on the list as
 * `payment_without_order` (a database restored from a backup lost it), and the gateway shows now that
 * it still holds money. `Failure`: a payment is listed, and the gateway does not answer for it. A
 * payment of the other environment does not exist for the store's key (`gateway-api.md` 4.4).
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
  // An order that is paid or cancelled here is refused for that.
  if (order && !isOpen(order)) return undefined
  for (const gatewayPaymentId of listed) {
    const holds = await holdsMoney(ctx, store, gatewayPaymentId)
    if (holds === false) continue
    if (holds !== true) return holds
    return { outcome: 'already-paid-at-gateway', orderExternalId: externalId, gatewayPaymentId }
  }
  return undefined
}

/** A payment in a state that we cannot read counts as one that holds money: a person looks first. */
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
