import type { OrderRow } from '../../../db/db.ts'
import type { PaymentRequestRow } from '../../../db/payments/payment-requests.ts'
import { hasMoney, isOrderOpen } from '../../../domain/order-status.ts'
import type { RequestState } from '../../../domain/requests/request-states.ts'

/** Returns a payment request's state: `paid` also once its money was refunded or needs a person. */
export const stateOfRequest = (
  order: Pick<OrderRow, 'status' | 'cancelled_by'>,
  request: Pick<PaymentRequestRow, 'paid_otherwise'> | undefined,
): RequestState => {
  if (hasMoney(order)) return 'paid'
  if (isOrderOpen(order)) return order.status === 'awaiting_payment' ? 'open' : 'expired'
  if (order.cancelled_by === 'policy') return 'expired'
  return request?.paid_otherwise ? 'paid_otherwise' : 'cancelled'
}
