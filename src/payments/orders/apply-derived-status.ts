import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { updateOrder } from '../../db/orders.ts'
import { addTasks } from '../../db/outbox.ts'
import { addToTimeline } from '../../db/timeline.ts'
import { tasksToNotify } from '../ports/tasks/notify-storefront.ts'
import { showConflict } from './alert-of-conflict.ts'
import { cancelByPolicy } from './cancel-by-policy.ts'
import { refundByPolicy } from './refund-by-policy.ts'
import {
  type AttemptFacts,
  type DerivedOrder,
  deriveOrderStatus,
} from './rules/derive-order-status.ts'
import { notificationsOfChange } from './rules/notifications.ts'

/**
 * Brings the order's status in line with its payments (the order's lock is held), with what follows
 * from it: notifications of the store, the alert of a conflict, and what the store's policy cancels or
 * refunds. Returns the same order object when nothing changed. `orderBefore` is given where the store
 * is to be notified of a change of the order itself.
 */
export const applyDerivedStatus = async (
  trx: DbQuery,
  {
    order: known,
    orderBefore = known,
    before,
    after,
    now,
  }: {
    order: OrderRow
    orderBefore?: OrderRow
    before: readonly PaymentRow[]
    after: readonly PaymentRow[]
    now: Date
  },
): Promise<{ order: OrderRow; derived: DerivedOrder }> => {
  const attempts = after.map(attemptFacts)
  const stood = deriveOrderStatus(orderFacts(orderBefore), before.map(attemptFacts))
  const stands = deriveOrderStatus(orderFacts(known), attempts)
  const order = await cancelByPolicy(trx, { order: known, derived: stands, attempts: after, now })
  const derived = order === known ? stands : deriveOrderStatus(orderFacts(order), attempts)
  const effectivePayment = after.find(({ id }) => id === derived.effectivePayment?.id)
  const notifications = notificationsOfChange(stood, derived)
  await addTasks(trx, tasksToNotify(order, notifications, { now }))
  await showConflict(trx, { order, derived, attempts: after, now })
  await refundByPolicy(trx, { order, derived, attempts: after, now })
  const current = derived.effectivePayment?.id ?? order.current_payment_id
  const { status, conflict } = derived
  const paidAt = derived.effectivePayment?.paidAt ?? null
  if (
    status === order.status &&
    conflict === order.conflict &&
    current === order.current_payment_id &&
    paidAt?.getTime() === order.paid_at?.getTime()
  ) {
    return { order, derived }
  }

  const about = { at: now, order_id: order.id, payment_id: effectivePayment?.id }
  await addToTimeline(trx, [
    ...(status !== order.status
      ? [
          {
            ...about,
            kind: 'order_status_changed' as const,
            details: { from: order.status, to: status },
          },
        ]
      : []),
    ...(conflict && conflict !== order.conflict
      ? [{ ...about, kind: 'order_in_conflict' as const, details: { conflict } }]
      : []),
  ])
  const settled = await updateOrder(trx, order.id, {
    status,
    conflict,
    // The attempt that was charged is the current one from now on, even if it is an older one.
    current_payment_id: current,
    paid_at: paidAt,
    updated_at: now,
  })
  return { order: settled, derived }
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
