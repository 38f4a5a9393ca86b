import type { PaymentRow } from '../../../db/db.ts'
import type { PaymentId } from '../../../domain/ids.ts'
import type { Notification, NotificationType } from '../../ports/notification.ts'
import type { DerivedOrder } from './derive-order-status.ts'

/**
 * What to notify the storefront when an order's status changed from `before` to `after`. Whenever
 * its money changed there is something, so that what a shop was notified last is how the order stands:
 * a conflict that is over, or a refund of an extra charge, has no news of its own.
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
  // An order whose time is over has told so, whichever payment speaks for it by now.
  const speaksAnother = !timeOverAt && (before.effectivePayment?.id ?? null) !== paymentId
  const changed = before.status !== after.status || speaksAnother
  const money = moneyOf(after)
  const moneyChanged = after.charged.length > 0 && money !== moneyOf(before)
  // A charge that was refunded speaks again when a later one was refunded, too.
  const notificationOfMoney = (type: NotificationType) => notificationOf(type, `:${money}`)
  // An order that is opened again can run out of time again.
  const notificationOfEnd = (type: NotificationType) =>
    notificationOf(type, timeOverAt ? `:${timeOverAt.toISOString()}` : '')

  if (!holdsMoney(before) && holdsMoney(after)) notifications.push(notificationOf('order.paid'))
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

/**
 * The payment that the shop was notified of as the one that paid the order, when it is another one now
 * and both have been charged: an earlier charge was heard of later.
 */
const replacedBy = (before: DerivedOrder, after: DerivedOrder): string | undefined => {
  const id = before.effectivePayment?.id
  const isReplaced =
    id !== undefined &&
    id !== after.effectivePayment?.id &&
    before.keptIds.includes(id) &&
    after.keptIds.includes(id)
  return isReplaced ? id : undefined
}

/** What the money of an order has come to: the same money is the same text. */
const moneyOf = ({ status, conflict, charged }: DerivedOrder): string => {
  const charges = charged.map(({ id, state, refunded_minor }) => `${id}=${state}=${refunded_minor}`)
  return [status, conflict ?? 'no-trouble', ...charges.sort()].join(':')
}

/** A third charge is more conflict than the second one was; one that was refunded is less. */
const isNewConflict = (before: DerivedOrder, after: DerivedOrder): boolean =>
  before.conflict !== after.conflict || after.keptIds.some((id) => !before.keptIds.includes(id))

/**
 * Whether the order is paid for, be it that a part was refunded. A refund that is heard of before
 * its charge makes an order paid as well; one that is over already does not.
 */
const holdsMoney = ({ status }: DerivedOrder): boolean =>
  status === 'paid' || status === 'partially_refunded'

/**
 * A declined payment of an order that is still to be paid. A charge is declined once, whether its
 * answer or its event says so first; at a checkout each event tells of another card.
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

/** A payment that the gateway refused, or whose card was declined: that happens to it once. */
export const notificationOfRefusal = (paymentId: PaymentId): Notification[] => [
  { type: 'order.payment_failed', paymentId, key: `order.payment_failed:${paymentId}` },
]
