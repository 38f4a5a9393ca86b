import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import type { GraphqlOutcome } from '../../graphql/outcome.ts'

export type OrderRead = GraphqlOutcome<ShopifyOrder | null>

/** Reads an order, or returns a recent read. */
export type ShareRead = (order: string, read: () => Promise<OrderRead>) => Promise<OrderRead>

/** Reloads and self-refreshing pages stay far below. */
const MOST_READS = 5
const WITHIN_MS = 10_000
const OLDEST_MS = 2_000
/** Evicts the least recently read. */
const MOST_ORDERS = 1_000

interface Reads {
  /** Latest last. */
  at: number[]
  latest: Promise<OrderRead>
}

/**
 * Throttles reads of one order to one every two seconds: anyone with a pay link can reload it, and
 * each read costs points. `now` in milliseconds.
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
