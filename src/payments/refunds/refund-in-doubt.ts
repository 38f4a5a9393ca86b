import type { RefundRow } from '../../db/db.ts'
import type { RefundDoubt, RefundReading } from '../../db/tables/refunds.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import { MINUTE, SECOND } from '../../runtime/clock.ts'
import {
  DOUBT_WORDS,
  doubtBeforeSend,
  mayEventFollow,
  putBeforePerson,
} from '../orders/doubtful-refund.ts'
import { type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import { endTry, type RefundWork, type ShownRefunds, transition } from './refund-work.ts'
import { decideRepeat } from './rules/repeat-refund.ts'

const HOUR_MS = 60 * 60_000
const EVENT_FOLLOWS_MS = 3 * SECOND
/** Hourly readings before polling slows down; a refund may show even later. */
const READINGS_KEPT = 12
const SHOWS_RARELY_MS = 6 * HOUR_MS

/** Decides about an unanswered refund that the payment does not show. `undefined`: retry it. */
export const weighDoubt = async (
  work: RefundWork,
  refund: RefundRow,
  shown: ShownRefunds,
): Promise<TaskOutcome | undefined> => {
  const weighed = await transition(
    work,
    refund,
    ({ readings }, held) => ({
      readings: [...readings, readingOf(held, refund, shown)].slice(-READINGS_KEPT),
    }),
    (held, latest) => {
      const { sends, readings, needs_attention } = latest
      const because = needs_attention ?? doubtBeforeSend(held, latest, work.reading)
      if (because) return waitForAnswer(held, latest, because)
      const decided = decideRepeat({ sends, readings, now: held.now })
      switch (decided.decision) {
        case 'repeat':
          return undefined
        case 'needs-attention':
          return waitForAnswer(held, latest, 'unanswered_twice')
        case 'look-again':
          return readAgain('it got no answer, and the payment does not show it', decided.afterMs)
      }
    },
  )
  return weighed.next === 'end' ? weighed.outcome : undefined
}

const readingOf = (
  held: HeldOrder,
  { payment_id, currency }: RefundRow,
  { state, refunded_minor }: ShownRefunds,
): RefundReading => ({
  at: held.now.toISOString(),
  state,
  refunded_amount: formatMoney(moneyFromMinor(refunded_minor, currency)),
  // A sum below an earlier one proves nothing.
  is_explained: refunded_minor === paymentOf(held, payment_id).refunded_minor,
})

export const leaveToPerson = (
  work: RefundWork,
  refund: RefundRow,
  because: RefundDoubt,
): Promise<TaskOutcome> =>
  endTry(work, refund, { state: 'unknown' }, (held, latest) => waitForAnswer(held, latest, because))

/**
 * Makes a refund wait for an operator and keeps polling: an event may explain it, or it may show.
 */
export const waitForAnswer = (
  held: HeldOrder,
  refund: RefundRow,
  because: RefundDoubt,
): TaskOutcome => {
  if (because === 'changed_unexplained' && mayEventFollow(held, refund)) {
    return readAgain('the event of another refund may be on its way', EVENT_FOLLOWS_MS)
  }
  const isNew = refund.needs_attention === null
  const { sends, created_at } = putBeforePerson(held, refund, because)
  const sinceMs = held.now.getTime() - (Date.parse(sends.at(-1)?.at ?? '') || created_at.getTime())
  const isOld = sinceMs > READINGS_KEPT * HOUR_MS
  return readAgain(DOUBT_WORDS[because], isNew ? MINUTE : isOld ? SHOWS_RARELY_MS : HOUR_MS)
}

/** Fixed delay with jitter, no backoff. */
const readAgain = (detail: string, afterMs: number): TaskOutcome => ({
  ...tryAgain(detail, afterMs),
  waitsMs: [afterMs],
})
