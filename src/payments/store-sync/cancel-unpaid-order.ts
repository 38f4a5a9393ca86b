import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { isOrderOpen } from '../../domain/order-status.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { pollOpenAttempts } from '../inbound/refresh-payments.ts'
import { type AlsoOfCancellation, type CancelOutcome, cancelOrder } from '../orders/cancel-order.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { isToBeAsked } from './rules/asked-state.ts'

/**
 * Cancels an order for its merchant. Polls the gateway first, because the event of a payment may be
 * late: a charge of a cancelled order is a conflict. Cancels nothing after a failed poll: the order
 * may be paid, whether the gateway is away or refuses the store's key.
 */
export const cancelUnpaidOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  orderExternalId: string,
  also?: AlsoOfCancellation,
): Promise<CancelOutcome | Failure> => {
  const known = await findOrderOfStore(ctx.db.query, store.id, orderExternalId)
  if (known && isOrderOpen(known)) {
    const attempts = await paymentsOfOrder(ctx.db.query, known.id)
    const failure = await pollOpenAttempts(ctx, store, attempts.filter(isToBeAsked))
    if (failure) return failure
  }
  return cancelOrder(ctx, store, { orderExternalId, by: 'merchant', also })
}
