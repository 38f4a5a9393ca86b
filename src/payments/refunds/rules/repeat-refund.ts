import type { RefundReading, RefundSend } from '../../../db/tables/refunds.ts'
import { unansweredSends } from '../../orders/rules/refund-states.ts'

const MINUTE_MS = 60_000

/** A refund that got no answer is not asked for again sooner. */
const REPEAT_AFTER_MS = 60 * MINUTE_MS
/** So many readings have to show that it was not made ... */
const READINGS_BEFORE_REPEAT = 3
/** ... each so long after the one before. */
const READINGS_APART_MS = 15 * MINUTE_MS
/** When the payment is read after a send without an answer: soon, since most show at once. */
const LOOKS_AFTER_MS = [1, 5, 16, 31, 46, 61].map((minutes) => minutes * MINUTE_MS)

export type RepeatDecision =
  | { decision: 'look-again'; afterMs: number }
  | { decision: 'repeat' }
  /** It was repeated before, and got no answer again. */
  | { decision: 'needs-attention' }

/** The gateway may have done the work at the very end of the call, however long that took. */
const endOf = ({ at, given_up_at }: RefundSend): number => Date.parse(given_up_at ?? at)

/**
 * What is done about a refund that got no answer and that the gateway does not show. How soon it shows
 * one is not said (`gateway-api.md` 4.6, 4.7), and a second one costs the merchant the money. So it
 * is repeated once, an hour later at the earliest, after three readings a quarter of an hour apart
 * that what is known explains; without an answer to that, a person decides.
 */
export const decideRepeat = ({
  sends,
  readings,
  now,
}: {
  sends: readonly RefundSend[]
  /** Since the last send without an answer. */
  readings: readonly RefundReading[]
  now: Date
}): RepeatDecision => {
  const unanswered = unansweredSends(sends)
  if (unanswered.length > 1) return { decision: 'needs-attention' }
  const [first] = unanswered
  if (!first) return { decision: 'repeat' }
  const ageMs = now.getTime() - endOf(first)
  const hasShown = countsApart(readings) >= READINGS_BEFORE_REPEAT
  if (hasShown && ageMs >= REPEAT_AFTER_MS) return { decision: 'repeat' }
  const nextMs = LOOKS_AFTER_MS.find((afterMs) => afterMs > ageMs)
  return {
    decision: 'look-again',
    afterMs: nextMs === undefined ? READINGS_APART_MS : nextMs - ageMs,
  }
}

/** How many of the latest readings count: explained ones, with none between that is not, far enough apart. */
const countsApart = (readings: readonly RefundReading[]): number => {
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
  return count
}

/** A person who is to look has to find what was made by then: so long it may take to show. */
export const canBeCancelledAfterDoubt = (sends: readonly RefundSend[], now: Date): boolean => {
  const last = unansweredSends(sends).at(-1)
  return last === undefined || now.getTime() - endOf(last) >= REPEAT_AFTER_MS
}
