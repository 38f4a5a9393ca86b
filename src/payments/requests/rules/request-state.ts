import type { OrderRow } from '../../../db/db.ts'
import { hasMoney, isOrderOpen } from '../../../domain/order-status.ts'
import type { OtherPayment, RequestState } from '../../../domain/requests/request-states.ts'

/** Derives a payment request's state. `paid` includes refunded orders and conflicts. */
export const stateOfRequest = (
  order: Pick<OrderRow, 'status' | 'cancelled_by' | 'last_payment_error' | 'time_over_at'>,
  paidOtherwise: OtherPayment | null,
): RequestState => {
  if (hasMoney(order)) return 'paid'
  if (isOrderOpen(order)) return order.status === 'awaiting_payment' ? 'open' : 'expired'
  if (order.cancelled_by === 'policy') {
    // An order whose time ran out on the card page may have an error of its last card.
    return order.last_payment_error && !order.time_over_at ? 'refused' : 'expired'
  }
  return paidOtherwise ? 'paid_otherwise' : 'cancelled'
}
