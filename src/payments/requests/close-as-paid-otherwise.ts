import type { StoreRow } from '../../db/db.ts'
import { markPaidOtherwise } from '../../db/payments/payment-requests.ts'
import { hasMoney } from '../../domain/order-status.ts'
import type { OtherPayment } from '../../domain/requests/request-states.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import type { CancelOutcome } from '../orders/cancel-order.ts'
import { addLine } from '../orders/change-held.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { cancelUnpaidOrder } from '../store-sync/cancel-unpaid-order.ts'

/**
 * Closes a payment request that the customer paid without the gateway. Cancels the order first, so
 * a later charge is a conflict.
 */
export const closeAsPaidOtherwise = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId, how }: { orderExternalId: string; how: OtherPayment },
): Promise<CancelOutcome | Failure> => {
  const closed = await cancelUnpaidOrder(ctx, store, orderExternalId, async (held, trx) => {
    const about = { orderId: held.order.id, storeId: store.id, how, now: ctx.clock.now() }
    if (!(await markPaidOtherwise(trx, about))) return
    addLine(held, { kind: 'order_paid_otherwise', details: { how } })
  })
  // Charged after an earlier cancellation.
  const isPaid = closed.outcome === 'cancelled' && hasMoney(closed.order)
  return isPaid ? { ...closed, outcome: 'already-paid' } : closed
}
