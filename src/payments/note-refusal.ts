import type { Refused } from '../gateway/outcomes.ts'
import type { LedgerQuery, OrderRow, PaymentRow } from '../ledger/ledger.ts'
import { updateOrder } from '../ledger/orders.ts'
import { paymentsOfOrder } from '../ledger/payments.ts'
import type { PaymentError } from '../ledger/tables/orders.ts'
import { addToTimeline } from '../ledger/timeline.ts'
import { planAnnouncements } from './record-observation.ts'
import { announcementOfRefusal } from './rules/announcements.ts'
import { fitsOrder, isPayable } from './rules/payable-checkout.ts'
import { paymentErrorOf } from './rules/payment-error.ts'

/**
 * Writes down that the gateway refused a payment for what it asks. Where that is what the order
 * amounts to, and no checkout of it works, the order cannot be paid as it is: it says why, and its
 * store is notified, once. A refused change of an order changes nothing. The order's lock is held.
 */
export const noteRefusal = async (
  trx: LedgerQuery,
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
    const announcements = announcementOfRefusal(payment.id)
    await planAnnouncements(trx, { order: refused, announcements, now })
  }
  return refused
}
