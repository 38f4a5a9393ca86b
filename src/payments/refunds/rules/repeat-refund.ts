import type { RefundReading, RefundSend } from '../../../db/tables/refunds.ts'
import { MINUTE } from '../../../runtime/clock.ts'
import { unansweredSends } from '../../orders/rules/refunds/refund-states.ts'

const REPEAT_AFTER_MS = 60 * MINUTE
/** Readings without the refund before a retry. */
const READINGS_BEFORE_REPEAT = 3
/** Minimum distance between these readings. */
const READINGS_APART_MS = 15 * MINUTE
/** Delays of readings; short at first, because most refunds show immediately. */
const READ_AFTER_MS = [1, 5, 16, 31, 46, 61].map((minutes) => minutes * MINUTE)

export type RepeatDecision =
  | { decision: 'read-again'; afterMs: number }
  | { decision: 'repeat' }
  /** The retry is unanswered as well. */
  | { decision: 'needs-attention' }

/** Counts from the end of a call, because the gateway may act only then. */
const endOf = ({ at, given_up_at }: RefundSend): number => Date.parse(given_up_at ?? at)

/**
 * The contract does not bound how late a refund shows (`gateway-api.md` 4.6, 4.7), and a duplicate
 * costs the merchant the money. So Puente retries an unanswered refund once, after at least an hour
 * and three explained readings a quarter of an hour apart; then an operator decides.
 */
export const decideRetry = (history: {
  sends: readonly RefundSend[]
  /** Readings since the last unanswered send. */
  readings: readonly RefundReading[]
  now: Date
}): RepeatDecision => {
  const { sends, readings, now } = history
  const unanswered = unansweredSends(sends)
  if (unanswered.length > 1) return { decision: 'needs-attention' }
  const [first] = unanswered
  if (!first) return { decision: 'repeat' }
  const ageMs = now.getTime() - endOf(first)
  const hasShown = countApart(readings).count >= READINGS_BEFORE_REPEAT
  if (hasShown && ageMs >= REPEAT_AFTER_MS) return { decision: 'repeat' }
  const nextMs = READ_AFTER_MS.find((afterMs) => afterMs > ageMs)
  return {
    decision: 'read-again',
    afterMs: nextMs === undefined ? READINGS_APART_MS : nextMs - ageMs,
  }
}

/**
 * Returns the earliest time of the retry, if each reading until then shows known refunds alone;
 * `undefined`: Puente does not retry.
 */
export const earliestRetry = (history: {
  sends: readonly RefundSend[]
  readings: readonly RefundReading[]
  now: Date
}): Date | undefined => {
  const { sends, readings, now } = history
  const [first, ...others] = unansweredSends(sends)
  if (!first || others.length > 0) return undefined
  const { count, countedAt } = countApart(readings)
  const missing = READINGS_BEFORE_REPEAT - count
  const nextReadingAt = Math.max(countedAt + READINGS_APART_MS, now.getTime())
  const shownAt = missing > 0 ? nextReadingAt + (missing - 1) * READINGS_APART_MS : 0
  return new Date(Math.max(endOf(first) + REPEAT_AFTER_MS, shownAt))
}

interface CountedReadings {
  count: number
  /** Time of the last counted one, in ms. */
  countedAt: number
}

const countApart = (readings: readonly RefundReading[]): CountedReadings => {
  let count = 0
  let countedAt = Number.NEGATIVE_INFINITY
  for (const { at, is_explained } of readings) {
    if (!is_explained) {
      count = 0
      countedAt = Number.NEGATIVE_INFINITY
    } else if (Date.parse(at) - countedAt >= READINGS_APART_MS) {
      count++
      countedAt = Date.parse(at)
    }
  }
  return { count, countedAt }
}

/** Reports whether an operator may cancel; earlier, an existing refund may not show. */
export const canBeCancelledAfterDoubt = (sends: readonly RefundSend[], now: Date): boolean => {
  const last = unansweredSends(sends).at(-1)
  return last === undefined || now.getTime() - endOf(last) >= REPEAT_AFTER_MS
}
