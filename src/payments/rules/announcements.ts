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
] as const

export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number]

export interface Announcement {
  type: AnnouncementType
  paymentId: string
  /** Announcements with the same key are one: the second is never made. */
  key: string
}

/** What to tell the storefront when an order's standing changed from `before` to `after`. */
export const announcementsOfChange = (
  before: OrderStanding,
  after: OrderStanding,
  refundedMinor: bigint,
): Announcement[] => {
  const paymentId = after.speaker?.id
  if (!paymentId) return []
  const announce = (type: AnnouncementType, detail = ''): Announcement => ({
    type,
    paymentId,
    key: `${type}:${paymentId}${detail}`,
  })
  const announcements: Announcement[] = []
  const changed = before.status !== after.status || before.speaker?.id !== paymentId
  if (!holdsMoney(before) && holdsMoney(after)) announcements.push(announce('order.paid'))
  if (changed && after.status === 'payment_expired')
    announcements.push(announce('order.payment_expired'))
  if (changed && after.status === 'cancelled') announcements.push(announce('order.cancelled'))
  if (changed && after.status === 'voided') announcements.push(announce('order.voided'))
  if (changed && after.status === 'refunded') announcements.push(announce('order.refunded'))
  if (after.status === 'partially_refunded') {
    announcements.push(announce('order.partially_refunded', `:${refundedMinor}`))
  }
  if (after.trouble && troubleOf(after) !== troubleOf(before)) {
    announcements.push(announce('order.attention_required', `:${troubleOf(after)}`))
  }
  return announcements
}

/** A third charge is another trouble than the second one was. */
const troubleOf = ({ trouble, keptIds }: OrderStanding): string =>
  trouble ? `${trouble}:${keptIds.join('+')}` : ''

/**
 * Whether the order is paid for, be it that a part was given back. A refund that is heard of before
 * its charge makes an order paid as well; one that is over already does not.
 */
const holdsMoney = ({ status }: OrderStanding): boolean =>
  status === 'paid' || status === 'partially_refunded'

/** A declined charge of an order that is still to be paid. Each event is told once. */
export const announcementOfDecline = (
  standing: OrderStanding,
  paymentId: string,
  eventId: string,
): Announcement[] =>
  standing.status === 'awaiting_payment' && standing.speaker?.id === paymentId
    ? [{ type: 'order.payment_failed', paymentId, key: `order.payment_failed:${eventId}` }]
    : []
