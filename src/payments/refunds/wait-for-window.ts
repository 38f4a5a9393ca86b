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
/** Upper bound on the gateway's daily settlement. */
const SETTLES_WITHIN_MS = 15 * MINUTE_MS
/** The requester may be watching. */
const OFTEN_AT_FIRST_MS = 15 * MINUTE_MS
const MEANWHILE_MS = 15 * MINUTE_MS

/**
 * Only prose distinguishes a closed window from a processor refusal (4.7), unless the processor's
 * fields are present. Before settlement (the day's end, or a refused void) a refusal is normal;
 * later ones open an alert immediately. Retries for two weeks, because a late window looks like a
 * missing one.
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
      // No backoff: the window opens regardless of tries.
      waitsMs: [0],
    }
  })
}

/**
 * When the window opens is not shown (4.7); usually with the day's settlement. Retries every minute
 * shortly after the request and after the day's end, rarely before it, then hourly for two days,
 * then daily.
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

/** Shortly after the end of the Honduras day (3). */
const settlementOf = (paidAt: Date): Date => addMs(endOfHondurasDay(paidAt), SETTLES_WITHIN_MS)

const endOfHondurasDay = (instant: Date): Date => {
  const start = startOfHondurasDay(formatHondurasTime(instant).slice(0, 10))
  return addMs(start ?? instant, DAY_MS)
}
