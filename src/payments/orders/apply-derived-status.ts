import type { OrderRow, PaymentRow } from '../../db/db.ts'
import { policyOf } from '../ports/policy.ts'
import { addLine, addNotifications, updateOrder } from './change-held.ts'
import { showConflict } from './charges/alert-of-conflict.ts'
import type { HeldOrder } from './held-order.ts'
import { addMailsToCustomer } from './mails-to-customer.ts'
import { refundByPolicy } from './refunds/refund-by-policy.ts'
import { mayStillBePaid } from './rules/charges/open-attempts.ts'
import { mailsOfChange } from './rules/customer-mails.ts'
import { type DerivedOrder, deriveOrderStatus } from './rules/derive-order-status.ts'
import { asNotified } from './rules/held-back.ts'
import { notificationsOfChange } from './rules/notifications.ts'

/**
 * Derives the order's status and applies the consequences: notifications, conflict alert,
 * cancellation and refunds by policy. Keeps the order object if nothing changed. `orderBefore`: the
 * order before the caller changed it (a cancellation).
 */
export const applyDerivedStatus = (
  held: HeldOrder,
  {
    orderBefore = held.order,
    paymentsBefore = held.payments,
  }: { orderBefore?: OrderRow; paymentsBefore?: readonly PaymentRow[] } = {},
): DerivedOrder => {
  const before = deriveOrderStatus(orderBefore, asNotified(paymentsBefore))
  const known = held.order
  const derivedNow = deriveOrderStatus(known, held.payments)
  cancelByPolicy(held, derivedNow)
  const { order, payments } = held
  const derived = order === known ? derivedNow : deriveOrderStatus(order, payments)
  const visiblePayments = asNotified(payments)
  const notified =
    visiblePayments === payments ? derived : deriveOrderStatus(order, visiblePayments)
  addNotifications(held, notificationsOfChange(before, notified))
  addMailsToCustomer(held, mailsOfChange(before, notified, held.now))
  showConflict(held, derived)
  refundByPolicy(held, derived)
  const { status, conflict, effectivePayment } = derived
  const current = effectivePayment?.id ?? order.current_payment_id
  const paidAt = effectivePayment?.paid_at ?? null
  if (
    status === order.status &&
    conflict === order.conflict &&
    current === order.current_payment_id &&
    paidAt?.getTime() === order.paid_at?.getTime()
  ) {
    return derived
  }
  if (status !== order.status) {
    const details = { from: order.status, to: status }
    addLine(held, { payment_id: effectivePayment?.id, kind: 'order_status_changed', details })
  }
  if (conflict && conflict !== order.conflict) {
    const details = { conflict }
    addLine(held, { payment_id: effectivePayment?.id, kind: 'order_in_conflict', details })
  }
  updateOrder(held, {
    status,
    conflict,
    current_payment_id: current,
    paid_at: paidAt,
  })
  return derived
}

/**
 * Cancels an expired order if the policy says so. Skips `disabled` payments, because their
 * transitions are undocumented (`gateway-api.md` 3). Waits for an attempt that is being created or
 * may still be paid; its end runs this again.
 */
export const cancelByPolicy = (held: HeldOrder, derived: DerivedOrder): void => {
  const { store, now } = held
  const isTimeOver = derived.timeOverAt !== null || derived.effectivePayment?.state === 'expired'
  if (derived.status !== 'payment_expired' || !isTimeOver) return
  const isAwaited = (attempt: PaymentRow) => attempt.state === 'intended' || mayStillBePaid(attempt)
  if (held.payments.some(isAwaited)) return
  // An order of a payment link gets no other checkout: its place goes to the next customer.
  const isOfLink = held.order.payment_link_id !== null
  if (!isOfLink && (!store || policyOf(store).on_expiry !== 'cancel')) return
  addLine(held, {
    payment_id: derived.effectivePayment?.id,
    kind: 'order_cancelled',
    details: { by: 'policy' },
  })
  updateOrder(held, { cancelled_at: now, cancelled_by: 'policy' })
}
