import { median } from '../../../bench/measure/statistics.ts'
import type { Shop } from '../../support/shop.ts'
import type { Sent } from './steady-load.ts'

export interface NotificationFacts {
  sent: readonly Sent[]
  notifiedAt: ReadonlyMap<number, number>
}

/** Age at which an event without a notification is late. */
const LATE_AFTER_MS = 2_000
const LOOK_MS = 50

export const watchShop = (
  shop: Shop,
): { notifiedAt: ReadonlyMap<number, number>; stop: () => void } => {
  const toldAt = new Map<number, number>()
  let read = 0
  const timer = setInterval(() => {
    for (; read < shop.messages.length; read++) {
      const order = Number(shop.messages[read]?.order.id)
      if (!toldAt.has(order)) toldAt.set(order, Date.now())
    }
  }, LOOK_MS)
  return { notifiedAt: toldAt, stop: () => clearInterval(timer) }
}

export const isAnyLate = ({ sent, notifiedAt }: NotificationFacts): boolean =>
  sent.some(({ order, sentAt }) => sentAt < Date.now() - LATE_AFTER_MS && !notifiedAt.has(order))

export const usualMs = (
  { sent, notifiedAt }: NotificationFacts,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): number =>
  median(
    sent
      .filter(({ sentAt }) => sentAt > fromMs && sentAt < toMs - LATE_AFTER_MS)
      .map(({ order, sentAt }) => (notifiedAt.get(order) ?? Number.POSITIVE_INFINITY) - sentAt),
  )

/**
 * Returns the time from the engine's return until no order was late; `Infinity` if one stayed late.
 */
export const settledAfter = (
  returnedAt: number,
  { sent, notifiedAt }: NotificationFacts,
): number => {
  for (let at = returnedAt; ; ) {
    const late = sent
      .filter(({ sentAt }) => sentAt <= at - LATE_AFTER_MS)
      .map(({ order }) => notifiedAt.get(order) ?? Number.POSITIVE_INFINITY)
    const last = Math.max(...late, at)
    if (last === at || last === Number.POSITIVE_INFINITY) return last - returnedAt
    at = last
  }
}

/** Same type and order under two ids. */
export const duplicateNotifications = (shop: Shop): number =>
  [...Map.groupBy(shop.messages, ({ type, order }) => `${type} ${order.id}`).values()].filter(
    (messages) => new Set(messages.map(({ id }) => id)).size > 1,
  ).length
