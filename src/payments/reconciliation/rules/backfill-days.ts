import { DAY } from '../../../runtime/clock.ts'

/** Upper bound on the age of reconciled payments, in days. */
export const OLDEST_DAYS = 400
/** Nights per cycle over all older days. */
export const NIGHTS = 28

/**
 * Returns the older days of a night, before the last `days` that every night covers. Each slice of
 * fixed calendar days has one night in four weeks. `undefined`: none tonight.
 */
export const backfillDays = (
  night: string,
  days: number,
): { from: string; to: string } | undefined => {
  if (days >= OLDEST_DAYS) return undefined
  const tonight = Math.floor(Date.parse(night) / DAY)
  const [oldest, newest] = [tonight - OLDEST_DAYS, tonight - 1 - days]
  // One slice fewer than nights: despite partial slices at both ends, no night gets two.
  const length = Math.ceil((OLDEST_DAYS - days) / (NIGHTS - 1))
  const first = Math.floor(oldest / length)
  const slice = first + ((((tonight - first) % NIGHTS) + NIGHTS) % NIGHTS)
  const from = Math.max(slice * length, oldest)
  const to = Math.min(slice * length + length - 1, newest)
  return from > to ? undefined : { from: dayOf(from), to: dayOf(to) }
}

const dayOf = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10)
