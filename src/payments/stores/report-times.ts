import { hondurasDayOf, startOfHondurasDay } from '../../contract/honduras-time.ts'
import type { ReportInterval } from '../../db/tables/stores.ts'
import { addMs, DAY, HOUR } from '../../runtime/clock.ts'

/** Reports are due at six in the morning in Honduras, after the nightly reconciliation. */
const DUE_AT_MS = 6 * HOUR
/** Age limit of an overdue report; older ones are skipped. */
const LATEST_MS = 7 * DAY

const DAYS: Record<ReportInterval, number> = { day: 1, week: 7 }

/** Returns when the next report is due after `now`: tomorrow, or on Monday. */
export const nextReportAt = (every: ReportInterval, now: Date): Date => {
  for (let days = 0; ; days++) {
    const day = hondurasDayOf(addMs(now, days * DAY))
    const start = startOfHondurasDay(day)
    if (!start) throw new Error(`${day} is not a day`)
    const at = addMs(start, DUE_AT_MS)
    if (at > now && (every === 'day' || isMonday(day))) return at
  }
}

/**
 * Returns when the report after the one due at `dueAt` is due. Skips reports that are long overdue.
 */
export const reportAfter = (
  { every, dueAt }: { every: ReportInterval; dueAt: Date },
  now: Date,
): Date => {
  const oldest = addMs(now, -LATEST_MS)
  return nextReportAt(every, dueAt > oldest ? dueAt : oldest)
}

/** Returns the Honduras days before the due time that a report covers, inclusive. */
export const daysOfReport = (every: ReportInterval, dueAt: Date): { from: string; to: string } => ({
  from: hondurasDayOf(addMs(dueAt, -DAYS[every] * DAY)),
  to: hondurasDayOf(addMs(dueAt, -DAY)),
})

const isMonday = (day: string): boolean => new Date(`${day}T12:00:00Z`).getUTCDay() === 1
