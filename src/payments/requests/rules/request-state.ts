import type { OrderRow } from '../../../db/db.ts'
import { hasMoney, isOrderOpen } from '../../../domain/order-status.ts'
import type { OtherPayment, RequestState } from '../../../domain/requests/request-states.ts'
import { isEndedByRefusal } from '../../orders/rules/ended-by-refusal.ts'

/** Derives a payment request's state. `paid` includes refunded orders and conflicts. */
export const stateOfRequest = (
  order: Pick<OrderRow, 'status' | 'cancelled_by' | 'last_payment_error' | 'time_over_at'>,
  paidOtherwise: OtherPayment | null,
): RequestState => {
  if (hasMoney(order)) return 'paid'
  if (isOrderOpen(order)) return order.status === 'awaiting_payment' ? 'open' : 'expired'
  if (isEndedByRefusal(order)) return 'refused'
  if (order.cancelled_by === 'policy') return 'expired'
  return paidOtherwise ? 'paid_otherwise' : 'cancelled'
}
