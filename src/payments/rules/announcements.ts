import type { PaymentRow } from '../../ledger/ledger.ts'
import type { OrderStanding } from './order-standing.ts'

/** What a storefront is told about an order. */
export const ANNOUNCEMENT_TYPES = [
  'order.paid',
  'order.payment_failed',
  'order.payment_expired',
  'order.cancelled',
  'order.partially_refunded',
  'order.refunded',
  'order.voided',
  'order.attention_required',
  'order.updated',
] as const

export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number]

export interface Announcement {
  type: AnnouncementType
  /** `null`: no payment speaks for the order. */
  paymentId: string | null
  /** Announcements of one order with the same key are one: the second is never made. */
  key: string
}

/**
 * What to tell the storefront when an order's standing changed from `before` to `after`. Whenever
 * its money changed there is something, so that what a shop was told last is how the order stands:
 * a trouble that is over, or a refund of an extra charge, has no news of its own.
 */
export const announcementsOfChange = (
  before: OrderStanding,
  after: OrderStanding,
): Announcement[] => {
  const paymentId = after.speaker?.id ?? null
  const { timeOverAt } = after
  if (!paymentId && !timeOverAt) return []
  const announce = (type: AnnouncementType, detail = ''): Announcement => ({
    type,
    paymentId,
    key: `${type}:${paymentId ?? 'no-payment'}${detail}`,
  })
  const announcements: Announcement[] = []
  // An order whose time is over has told so, whichever payment speaks for it by now.
  const speaksAnother = !timeOverAt && (before.speaker?.id ?? null) !== paymentId
  const changed = before.status !== after.status || speaksAnother
  const money = moneyOf(after)
  const moneyChanged = after.charged.length > 0 && money !== moneyOf(before)
  // A charge that was given back speaks again when a later one was given back, too.
  const announceMoney = (type: AnnouncementType) => announce(type, `:${money}`)
  // An order that is opened again can run out of time again.
  const announceEnd = (type: AnnouncementType) =>
    announce(type, timeOverAt ? `:${timeOverAt.toISOString()}` : '')

  if (!holdsMoney(before) && holdsMoney(after)) announcements.push(announce('order.paid'))
  if (changed && after.status === 'payment_expired')
    announcements.push(announceEnd('order.payment_expired'))
  if (changed && after.status === 'cancelled') announcements.push(announceEnd('order.cancelled'))
  if (changed && (after.status === 'voided' || after.status === 'refunded'))
    announcements.push(announceMoney(`order.${after.status}`))
  if (moneyChanged && after.status === 'partially_refunded')
    announcements.push(announceMoney('order.partially_refunded'))
  if (after.trouble && isNewTrouble(before, after))
    announcements.push(announceMoney('order.attention_required'))
  const replaced = replacedBy(before, after)
  if (replaced) announcements.push(announce('order.updated', `:instead-of:${replaced}`))
  if (moneyChanged && announcements.length === 0) announcements.push(announceMoney('order.updated'))
  return announcements
}

/**
 * The payment that the shop was told of as the one that paid the order, when it is another one now
 * and both have been charged: an earlier charge was heard of later.
 */
const replacedBy = (before: OrderStanding, after: OrderStanding): string | undefined => {
  const id = before.speaker?.id
  const isReplaced =
    id !== undefined &&
    id !== after.speaker?.id &&
    before.keptIds.includes(id) &&
    after.keptIds.includes(id)
  return isReplaced ? id : undefined
}

/** What the money of an order has come to: the same money is the same text. */
const moneyOf = ({ status, trouble, charged }: OrderStanding): string => {
  const charges = charged.map(({ id, state, refundedMinor }) => `${id}=${state}=${refundedMinor}`)
  return [status, trouble ?? 'no-trouble', ...charges.sort()].join(':')
}

/** A third charge is more trouble than the second one was; one that was given back is less. */
const isNewTrouble = (before: OrderStanding, after: OrderStanding): boolean =>
  before.trouble !== after.trouble || after.keptIds.some((id) => !before.keptIds.includes(id))

/**
 * Whether the order is paid for, be it that a part was given back. A refund that is heard of before
 * its charge makes an order paid as well; one that is over already does not.
 */
const holdsMoney = ({ status }: OrderStanding): boolean =>
  status === 'paid' || status === 'partially_refunded'

/**
 * A declined payment of an order that is still to be paid. A charge is declined once, whether its
 * answer or its event says so first; at a checkout each event tells of another card.
 */
export const announcementOfDecline = (
  standing: OrderStanding,
  { id: paymentId, mode }: Pick<PaymentRow, 'id' | 'mode'>,
  eventId?: string,
): Announcement[] => {
  if (standing.status !== 'awaiting_payment') return []
  if (mode !== 'hosted') return announcementOfRefusal(paymentId)
  return eventId !== undefined && standing.speaker?.id === paymentId
    ? [{ type: 'order.payment_failed', paymentId, key: `order.payment_failed:${eventId}` }]
    : []
}

/** A payment that the gateway refused, or whose card was declined: that happens to it once. */
export const announcementOfRefusal = (paymentId: string): Announcement[] => [
  { type: 'order.payment_failed', paymentId, key: `order.payment_failed:${paymentId}` },
]
