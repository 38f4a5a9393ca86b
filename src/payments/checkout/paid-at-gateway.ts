import { paymentsListedForReference } from '../../db/alerts/alerts-of-payments.ts'
import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { isOrderOpen } from '../../domain/order-status.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { observePayment } from '../orders/rules/observe.ts'
import type { PaymentsContext } from '../ports/context.ts'

/**
 * The gateway charged the order by a payment unknown to the database; its alert is open. Puente
 * neither charges the order, notifies the store nor marks it paid.
 */
export interface PaidAtGateway {
  outcome: 'already-paid-at-gateway'
  orderExternalId: string
  gatewayPaymentId: bigint
}

/**
 * Finds an unknown payment that already pays the order: an open `payment_without_order` alert names
 * it (a restore from backup lost it), and the gateway shows that it still holds money. A payment of
 * the other environment does not exist for the key (`gateway-api.md` 4.4).
 */
export const paidAtGateway = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { externalId }: { externalId: string },
  onAsked: () => void = () => {},
): Promise<PaidAtGateway | Failure | undefined> => {
  const { query } = ctx.db
  const about = { storeId: store.id, reference: externalId }
  const listed = await paymentsListedForReference(query, about)
  if (listed.length === 0) return undefined
  onAsked()
  const order = await findOrderOfStore(query, store.id, externalId)
  if (order && !isOrderOpen(order)) return undefined
  for (const gatewayPaymentId of listed) {
    const holds = await holdsMoney(ctx, store, gatewayPaymentId)
    if (holds === false) continue
    if (holds !== true) return holds
    return { outcome: 'already-paid-at-gateway', orderExternalId: externalId, gatewayPaymentId }
  }
  return undefined
}

/** An unreadable payment counts as holding money until an operator reviews it. */
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
