import { type Language, REGIONS } from '../../../src/locales/language.ts'
import { serverNow } from '../../app/server-clock.ts'
import { dayOf, isDay, noonOf } from './calendar-day.ts'

const DAY_MS = 86_400_000
/** Honduras is at UTC-6 all year. */
const BEHIND_UTC_MS = 6 * 3_600_000

/** Honduras day of an instant. */
export const dayAt = (instant: Date): string => dayOf(new Date(instant.getTime() - BEHIND_UTC_MS))

export const today = (): string => dayAt(serverNow())

/** Start of a Honduras day. */
export const startOf = (day: string): string => `${day}T06:00:00Z`

export const shiftDay = (day: string, days: number): string =>
  dayOf(new Date(noonOf(day).getTime() + days * DAY_MS))

const MOST_DAYS = 366

export const daysBetween = ({ from, to }: { from: string; to: string }): string[] => {
  const days: string[] = []
  for (let day = from; day <= to && days.length < MOST_DAYS; day = shiftDay(day, 1)) days.push(day)
  return days
}

/** Ignores the time zone: every reader sees one date. */
export const dayText = (day: string, language: Language, { short = false } = {}): string =>
  isDay(day)
    ? noonOf(day).toLocaleDateString(REGIONS[language], {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'short',
        ...(short ? {} : { year: 'numeric' }),
      })
    : day

export const windowText = ({ from, to }: { from: string; to: string }, language: Language) =>
  from === to ? dayText(from, language) : `${dayText(from, language)} – ${dayText(to, language)}`
