import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import type { GraphqlOutcome } from '../graphql/outcome.ts'

export type OrderRead = GraphqlOutcome<ShopOrder | null>

/** Reads an order, or answers with what was read of it a moment ago. */
export type ShareRead = (order: string, read: () => Promise<OrderRead>) => Promise<OrderRead>

/** A buyer who reloads a page, and pages that ask again by themselves, are far below that. */
const MOST_READS = 5
const WITHIN_MS = 10_000
/** So old may be what somebody is shown who asks more often. */
const OLDEST_MS = 2_000
/** More orders are not opened at a time; the one that was opened first is forgotten. */
const MOST_ORDERS = 1_000

interface Reads {
  /** When it was read last, the latest one last. */
  at: number[]
  latest: Promise<OrderRead>
}

/**
 * Whoever has a pay link can open it as often as they like, and each read takes points of the shop:
 * an order that is opened again and again is read every two seconds only. `now` is in milliseconds.
 */
export const createSharedReads = (now: () => number = () => performance.now()): ShareRead => {
  const reads = new Map<string, Reads>()
  return (order, read) => {
    const time = now()
    const before = reads.get(order)
    const at = before?.at.filter((one) => time - one < WITHIN_MS) ?? []
    const isOften = at.length >= MOST_READS
    const isYoung = time - (at.at(-1) ?? Number.NEGATIVE_INFINITY) < OLDEST_MS
    if (before && isOften && isYoung) return before.latest
    const latest = read()
    reads.delete(order)
    reads.set(order, { at: [...at, time].slice(-MOST_READS), latest })
    const [first] = reads.keys()
    if (reads.size > MOST_ORDERS && first !== undefined) reads.delete(first)
    return latest
  }
}
