import type { OrderRow, PaymentRow } from '../../db/db.ts'
import { showConflict } from './alert-of-conflict.ts'
import { cancelByPolicy } from './cancel-by-policy.ts'
import { addLine, addNotifications, updateOrder } from './change-held.ts'
import type { HeldOrder } from './held-order.ts'
import { refundByPolicy } from './refund-by-policy.ts'
import {
  type AttemptFacts,
  type DerivedOrder,
  deriveOrderStatus,
} from './rules/derive-order-status.ts'
import { notificationsOfChange } from './rules/notifications.ts'

/**
 * Brings the order's status in line with its payments, with what follows from it: notifications of the
 * store, the alert of a conflict, and what the store's policy cancels or refunds. The order stays the
 * same object when nothing changed. `paymentsBefore`: as they were before the decision;
 * `orderBefore` is given where the store is to be notified of a change of the order itself.
 */
export const applyDerivedStatus = (
  held: HeldOrder,
  {
    orderBefore = held.order,
    paymentsBefore = held.payments,
  }: { orderBefore?: OrderRow; paymentsBefore?: readonly PaymentRow[] } = {},
): DerivedOrder => {
  const attempts = held.payments.map(attemptFacts)
  const stood = deriveOrderStatus(orderFacts(orderBefore), paymentsBefore.map(attemptFacts))
  const known = held.order
  const stands = deriveOrderStatus(orderFacts(known), attempts)
  const { order } = cancelByPolicy(held, stands)
  const derived = order === known ? stands : deriveOrderStatus(orderFacts(order), attempts)
  addNotifications(held, notificationsOfChange(stood, derived))
  showConflict(held, derived)
  refundByPolicy(held, derived)
  const { status, conflict, effectivePayment } = derived
  const current = effectivePayment?.id ?? order.current_payment_id
  const paidAt = effectivePayment?.paidAt ?? null
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
    // The attempt that was charged is the current one from now on, even if it is an older one.
    current_payment_id: current,
    paid_at: paidAt,
    updated_at: held.now,
  })
  return derived
}

const attemptFacts = (payment: PaymentRow): AttemptFacts => ({
  id: payment.id,
  attempt: payment.attempt,
  state: payment.state,
  amountMinor: payment.amount_minor,
  currency: payment.currency,
  refundedMinor: payment.refunded_minor,
  paidAt: payment.paid_at,
})

/**
 * The status of an order, derived from itself and its payments alone. `instead`: attempts as they would be,
 * in place of those of the same id or beside them.
 */
export const derivedStatusOf = (
  order: OrderRow,
  attempts: readonly PaymentRow[],
  instead: readonly AttemptFacts[] = [],
): DerivedOrder => {
  const facts = [...attempts.map(attemptFacts), ...instead]
  return deriveOrderStatus(orderFacts(order), [
    ...new Map(facts.map((each) => [each.id, each])).values(),
  ])
}

const orderFacts = (order: OrderRow) => ({
  amountMinor: order.amount_minor,
  currency: order.currency,
  currentPaymentId: order.current_payment_id,
  isCancelled: order.cancelled_at !== null,
  timeOverAt: order.time_over_at,
})
