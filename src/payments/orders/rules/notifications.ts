import type { PaymentRow } from '../../../db/db.ts'
import type { PaymentId } from '../../../domain/ids.ts'
import type { Notification, NotificationType } from '../../ports/notification.ts'
import type { DerivedOrder } from './derive-order-status.ts'

/**
 * Returns the notifications of a status change. Each change of money sends at least `order.updated`
 * (the end of a conflict, the refund of an extra charge), so the last notification matches the
 * order.
 */
export const notificationsOfChange = (
  before: DerivedOrder,
  after: DerivedOrder,
): Notification[] => {
  const paymentId = after.effectivePayment?.id ?? null
  const { timeOverAt } = after
  if (!paymentId && !timeOverAt) return []
  const notificationOf = (type: NotificationType, detail = ''): Notification => ({
    type,
    paymentId,
    key: `${type}:${paymentId ?? 'no-payment'}${detail}`,
  })
  const notifications: Notification[] = []
  // No change after an expiry, which the store already got.
  const effectiveChanged = !timeOverAt && (before.effectivePayment?.id ?? null) !== paymentId
  const changed = before.status !== after.status || effectiveChanged
  const money = moneyOf(after)
  const moneyChanged = after.charged.length > 0 && money !== moneyOf(before)
  // Keyed by the current money, so refunding a later charge notifies again.
  const notificationOfMoney = (type: NotificationType) => notificationOf(type, `:${money}`)
  // Keyed by the deadline, because a reopened order can expire again.
  const notificationOfEnd = (type: NotificationType) =>
    notificationOf(type, timeOverAt ? `:${timeOverAt.toISOString()}` : '')

  if (!isPaid(before) && isPaid(after)) notifications.push(notificationOf('order.paid'))
  if (changed && after.status === 'payment_expired')
    notifications.push(notificationOfEnd('order.payment_expired'))
  if (changed && after.status === 'cancelled')
    notifications.push(notificationOfEnd('order.cancelled'))
  if (changed && (after.status === 'voided' || after.status === 'refunded'))
    notifications.push(notificationOfMoney(`order.${after.status}`))
  if (moneyChanged && after.status === 'partially_refunded')
    notifications.push(notificationOfMoney('order.partially_refunded'))
  if (after.conflict && isNewConflict(before, after))
    notifications.push(notificationOfMoney('order.attention_required'))
  const replaced = replacedBy(before, after)
  if (replaced) notifications.push(notificationOf('order.updated', `:instead-of:${replaced}`))
  if (moneyChanged && notifications.length === 0)
    notifications.push(notificationOfMoney('order.updated'))
  return notifications
}

/** Returns the notified payment if a charge paid earlier has replaced it. */
const replacedBy = (before: DerivedOrder, after: DerivedOrder): string | undefined => {
  const id = before.effectivePayment?.id
  const isReplaced =
    id !== undefined &&
    id !== after.effectivePayment?.id &&
    before.keptIds.includes(id) &&
    after.keptIds.includes(id)
  return isReplaced ? id : undefined
}

const moneyOf = ({ status, conflict, charged }: DerivedOrder): string => {
  const charges = charged.map(({ id, state, refunded_minor }) => `${id}=${state}=${refunded_minor}`)
  return [status, conflict ?? 'no-trouble', ...charges.sort()].join(':')
}

/** A third charge reopens the conflict; a refunded one does not. */
const isNewConflict = (before: DerivedOrder, after: DerivedOrder): boolean =>
  before.conflict !== after.conflict || after.keptIds.some((id) => !before.keptIds.includes(id))

/**
 * Includes orders with a partial refund reported before its charge, but no fully refunded or voided
 * ones.
 */
export const isPaid = ({ status }: DerivedOrder): boolean =>
  status === 'paid' || status === 'partially_refunded'

/**
 * Returns the notification of a decline. A direct charge is declined once, by response or event; at
 * a hosted checkout, each event is another card's.
 */
export const notificationOfDecline = (
  derived: DerivedOrder,
  { id: paymentId, mode }: Pick<PaymentRow, 'id' | 'mode'>,
  eventId?: string,
): Notification[] => {
  if (derived.status !== 'awaiting_payment') return []
  if (mode !== 'hosted') return notificationOfRefusal(paymentId)
  return eventId !== undefined && derived.effectivePayment?.id === paymentId
    ? [{ type: 'order.payment_failed', paymentId, key: `order.payment_failed:${eventId}` }]
    : []
}

export const notificationOfRefusal = (paymentId: PaymentId): Notification[] => [
  { type: 'order.payment_failed', paymentId, key: `order.payment_failed:${paymentId}` },
]
