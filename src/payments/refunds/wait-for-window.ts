import { formatHondurasTime, startOfHondurasDay } from '../../contract/honduras-time.ts'
import type { RefundRow } from '../../db/db.ts'
import type { RefundRefusal } from '../../db/tables/refunds.ts'
import { addMs } from '../../runtime/clock.ts'
import { closing } from '../alerts/alerts.ts'
import { aboutHeld, changeAlerts } from '../orders/change-held.ts'
import { openRefundAlert } from '../orders/refund-details.ts'
import { type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import type { RefundWork } from './refund-work.ts'
import { wait } from './wait.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The settlement of a day takes the gateway some minutes: from then on, a refusal is new to a person. */
const SETTLES_WITHIN_MS = 15 * MINUTE_MS
/** Whoever asked for a refund just now may be looking. */
const OFTEN_AT_FIRST_MS = 15 * MINUTE_MS
const MEANWHILE_MS = 15 * MINUTE_MS

/**
 * Too early, or refused by the processor: only prose tells (4.7), unless the processor's own fields
 * are there. What can be known is whether the charge is settled, by the day's end or by a refused
 * void; before it, refusing a refund is the rule, and afterwards a person should know of the words
 * at once. It is tried for two weeks, because a window that has not opened looks the same as one
 * that never will.
 */
export const waitForWindow = (
  work: RefundWork,
  refund: RefundRow,
  { words, isNoted }: { words: string[]; isNoted: boolean },
): Promise<TaskOutcome> => {
  const refusal: RefundRefusal = { code: 'not_refundable_yet', words }
  const paidAt = work.payment.paid_at
  return wait(work, refund, { state: 'waiting', refusal }, (held, waiting) => {
    const { now } = held
    changeAlerts(held, closing(aboutHeld(held, 'refund_not_shown', waiting.id)))
    if (isNoted || now >= settlementOf(paidAt ?? now)) {
      openRefundAlert(held, waiting, { kind: 'refund_not_accepted_yet', words })
    }
    return {
      ...tryAgain(
        `not refundable yet: ${words.join(' ')}`,
        untilNextTry(now, { paidAt, since: refund.created_at }),
      ),
      // As planned, however often it was tried: the window does not open later for that.
      waitsMs: [0],
    }
  })
}

/**
 * When the window opens is not shown (4.7); the day's settlement is what opens it as a rule. So it is
 * tried every minute for a while after the refund was asked for and after the day's end, seldom before that end, and
 * then every hour of two days, and once a day.
 */
const untilNextTry = (
  now: Date,
  { paidAt, since }: { paidAt: Date | null; since: Date },
): number => {
  const ageMs = now.getTime() - since.getTime()
  const sinceDayMs = now.getTime() - endOfHondurasDay(paidAt ?? now).getTime()
  if (ageMs < OFTEN_AT_FIRST_MS) return MINUTE_MS
  if (sinceDayMs < 0) return Math.min(MEANWHILE_MS, -sinceDayMs)
  if (sinceDayMs < 2 * SETTLES_WITHIN_MS) return MINUTE_MS
  return ageMs < 2 * DAY_MS ? HOUR_MS : DAY_MS
}

/** When a charge is settled by all we know: a little after the end of its Honduras day (3). */
const settlementOf = (paidAt: Date): Date => addMs(endOfHondurasDay(paidAt), SETTLES_WITHIN_MS)

const endOfHondurasDay = (instant: Date): Date => {
  const start = startOfHondurasDay(formatHondurasTime(instant).slice(0, 10))
  return addMs(start ?? instant, DAY_MS)
}
