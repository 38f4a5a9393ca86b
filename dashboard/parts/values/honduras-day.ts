import { type Language, REGIONS } from '../../../src/locales/language.ts'
import { serverNow } from '../../app/server-clock.ts'

const DAY_MS = 86_400_000
/** Honduras is at UTC-6 all year. */
const BEHIND_UTC_MS = 6 * 3_600_000

/** Noon keeps date arithmetic clear of day boundaries. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

const dayOf = (noon: Date): string => noon.toISOString().slice(0, 10)

/** Honduras day of an instant. */
export const dayAt = (instant: Date): string => dayOf(new Date(instant.getTime() - BEHIND_UTC_MS))

export const today = (): string => dayAt(serverNow())

export const isDay = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const noon = noonOf(value)
  return !Number.isNaN(noon.getTime()) && dayOf(noon) === value
}

export const searchDay = (value: unknown): string | undefined => (isDay(value) ? value : undefined)

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

/** Without a time zone: the same date for every reader. */
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
