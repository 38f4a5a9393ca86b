import { hondurasDayOf, startOfHondurasDay } from '../../contract/honduras-time.ts'
import type { RunRow } from '../../db/reconciliation/reconciliations.ts'
import { addMs, DAY } from '../../runtime/clock.ts'

export const MOST_DAYS = 366
export const FIRST_DAY = '2000-01-01'

/** Honduras days, `YYYY-MM-DD`, inclusive. */
export interface DayWindow {
  from: string
  to: string
}

export type WindowRefusal =
  | 'from_is_no_day'
  | 'to_is_no_day'
  | 'too_early'
  | 'wrong_order'
  | 'in_the_future'
  | 'too_long'

export const refusalOfWindow = ({ from, to }: DayWindow, now: Date): WindowRefusal | undefined => {
  const [start, last] = [startOfHondurasDay(from), startOfHondurasDay(to)]
  if (!start) return 'from_is_no_day'
  if (!last) return 'to_is_no_day'
  if (from < FIRST_DAY) return 'too_early'
  if (from > to) return 'wrong_order'
  if (to > hondurasDayOf(now)) return 'in_the_future'
  const days = (last.getTime() - start.getTime()) / DAY + 1
  return days > MOST_DAYS ? 'too_long' : undefined
}

/** `days` may be negative. */
export const dayAfter = (day: string, days: number): string => {
  const start = startOfHondurasDay(day)
  if (!start) throw new Error(`${day} is not a day`)
  return hondurasDayOf(addMs(start, days * DAY))
}

/**
 * Returns a nightly window up to `to`, extended by the days of the last run if that did not
 * complete.
 */
export const windowOfNight = (night: {
  to: string
  days: number
  before: Pick<RunRow, 'state' | 'from_day'> | undefined
}): DayWindow => {
  const { to, days, before } = night
  const usual = dayAfter(to, 1 - days)
  if (!before || before.state === 'done' || before.from_day >= usual) return { from: usual, to }
  const longest = dayAfter(to, 1 - MOST_DAYS)
  return { from: before.from_day > longest ? before.from_day : longest, to }
}

/** `end` is exclusive. */
export const instantsOf = ({ from, to }: DayWindow): { start: Date; end: Date } => {
  const [start, end] = [startOfHondurasDay(from), startOfHondurasDay(dayAfter(to, 1))]
  if (!start || !end) throw new Error(`${from} to ${to} is not a window`)
  return { start, end }
}

export const daysOf = ({ from, to }: DayWindow): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day)
  return days
}
