/** Every payment up to this age, in days, is looked at once within so many nights. */
export const OLDEST_DAYS = 400
const NIGHTS = 28
const DAY_MS = 24 * 60 * 60_000

/**
 * Which older days a night goes through, beyond the `days` that every night has: how many days before
 * its last one they begin and end. All grow older by a day each night, so a slice is a little longer
 * than its share: nothing slips from one into the next, nor past the end. `undefined`: every night
 * has them all.
 */
export const olderDaysOf = (
  night: string,
  days: number,
): { fromAge: number; toAge: number } | undefined => {
  if (days >= OLDEST_DAYS) return undefined
  const length = Math.ceil((OLDEST_DAYS - days) / NIGHTS) + 2
  const toAge = days + length * (Math.floor(Date.parse(night) / DAY_MS) % NIGHTS)
  return { fromAge: toAge + length - 1, toAge }
}
