import type { OrderRow, StoreRow } from '../ledger/ledger.ts'
import { findOrderOfStore, lockOrder, updateOrder } from '../ledger/orders.ts'
import { paymentsOfOrder } from '../ledger/payments.ts'
import { addToTimeline } from '../ledger/timeline.ts'
import { type PaymentsContext, WORK_SIGNAL } from './context.ts'
import { settleOrder } from './record-observation.ts'

export type CancelOutcome =
  | { outcome: 'cancelled'; order: OrderRow }
  | { outcome: 'no-such-order' }
  /** Money was taken: it has to be given back instead. */
  | { outcome: 'already-paid'; order: OrderRow }

/**
 * The shop does not want an order paid any more. Its pay link ends at once; the gateway has no way
 * to close a checkout, so money that still arrives is trouble, and seen as such.
 */
export const cancelOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  orderExternalId: string,
): Promise<CancelOutcome> => {
  const known = await findOrderOfStore(ctx.ledger.query, store.id, orderExternalId)
  if (!known) return { outcome: 'no-such-order' }
  const outcome = await ctx.ledger.query
    .transaction()
    .execute(async (trx): Promise<CancelOutcome> => {
      const order = await lockOrder(trx, known.id)
      if (order.cancelled_at) return { outcome: 'cancelled', order }
      const isOpen = order.status === 'awaiting_payment' || order.status === 'payment_expired'
      if (!isOpen) return { outcome: 'already-paid', order }
      const now = ctx.clock.now()
      const cancelled = await updateOrder(trx, order.id, { cancelled_at: now, updated_at: now })
      await addToTimeline(trx, { at: now, order_id: order.id, kind: 'order_cancelled' })
      const attempts = await paymentsOfOrder(trx, order.id)
      const settled = await settleOrder(trx, {
        order: cancelled,
        before: attempts,
        after: attempts,
        now,
      })
      return { outcome: 'cancelled', order: settled.order }
    })
  ctx.signals.send(WORK_SIGNAL)
  return outcome
}
