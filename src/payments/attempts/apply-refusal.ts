import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { updateOrder } from '../../db/orders.ts'
import { addTasks } from '../../db/outbox.ts'
import { paymentsOfOrder } from '../../db/payments.ts'
import type { PaymentError } from '../../db/tables/orders.ts'
import { addToTimeline } from '../../db/timeline.ts'
import type { Refused } from '../../gateway/outcomes.ts'
import { notificationOfRefusal } from '../orders/rules/notifications.ts'
import { paymentErrorOf } from '../orders/rules/payment-error.ts'
import { tasksToNotify } from '../ports/tasks/notify-storefront.ts'
import { fitsOrder, isPayable } from './rules/payable-checkout.ts'

/**
 * Writes down that the gateway refused a payment for what it asks. Where that is what the order
 * amounts to, and no checkout of it works, the order cannot be paid as it is: it says why, and its
 * store is notified, once. A refused change of an order changes nothing. The order's lock is held.
 */
export const applyRefusal = async (
  trx: DbQuery,
  {
    order,
    payment,
    refusal,
    now,
  }: { order: OrderRow; payment: PaymentRow; refusal: Refused; now: Date },
): Promise<OrderRow> => {
  const error = paymentErrorOf(refusal)
  await addToTimeline(trx, {
    at: now,
    order_id: order.id,
    payment_id: payment.id,
    kind: 'payment_refused',
    details: { ...refusal, reason: error.code },
  })
  const isPayableAllTheSame = (await paymentsOfOrder(trx, order.id)).some(
    (attempt) => isPayable(attempt, now) && fitsOrder(attempt, order),
  )
  const isOfOrder = order.status === 'awaiting_payment' && fitsOrder(payment, order)
  if (!isOfOrder || isPayableAllTheSame) return order
  const isNew = order.last_payment_error?.code !== error.code
  const refused = await updateOrder(trx, order.id, {
    last_payment_error: JSON.stringify({ ...error, at: now.toISOString() } satisfies PaymentError),
    ...(isNew ? { updated_at: now } : {}),
  })
  if (isNew) {
    const notifications = notificationOfRefusal(payment.id)
    await addTasks(trx, tasksToNotify(refused, notifications, { now }))
  }
  return refused
}
