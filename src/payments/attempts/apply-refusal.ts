import type { PaymentId } from '../../domain/ids.ts'
import type { Refused } from '../../gateway/outcomes.ts'
import { addLine, addNotifications, updateOrder } from '../orders/change-held.ts'
import { type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { paymentErrorOf } from '../orders/rules/charges/payment-error.ts'
import { notificationOfRefusal } from '../orders/rules/notifications.ts'
import { fitsOrder, isPayable } from './rules/payable-checkout.ts'

/**
 * Records a refused payment request. If it has the order's terms and no checkout works, the order
 * is unpayable: sets `last_payment_error` and notifies the store once. A refused change leaves the
 * order as it is.
 */
export const applyRefusal = (held: HeldOrder, id: PaymentId, refusal: Refused): void => {
  const { order, now } = held
  const error = paymentErrorOf(refusal)
  addLine(held, {
    payment_id: id,
    kind: 'payment_refused',
    details: { ...refusal, reason: error.code },
  })
  const isPayableAllTheSame = held.payments.some(
    (attempt) => isPayable(attempt, now) && fitsOrder(attempt, order),
  )
  const isOfOrder = order.status === 'awaiting_payment' && fitsOrder(paymentOf(held, id), order)
  if (!isOfOrder || isPayableAllTheSame) return
  const isNew = order.last_payment_error?.code !== error.code
  updateOrder(held, {
    last_payment_error: { ...error, at: now.toISOString() },
    updated_at: isNew ? now : order.updated_at,
  })
  if (isNew) addNotifications(held, notificationOfRefusal(id))
}
