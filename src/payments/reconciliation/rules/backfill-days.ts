/** So far back a store's payments are looked at, in days. */
export const OLDEST_DAYS = 400
/** Every older day has its turn once in so many nights. */
export const NIGHTS = 28
const DAY_MS = 24 * 60 * 60_000

/**
 * Which older days a night goes through, beyond the `days` up to yesterday that every night has. The
 * calendar is cut into slices, always at the same days, and each slice has its night of every four
 * weeks. `undefined`: none of that night's slices is as old.
 */
export const olderDaysOf = (
  night: string,
  days: number,
): { from: string; to: string } | undefined => {
  if (days >= OLDEST_DAYS) return undefined
  const tonight = Math.floor(Date.parse(night) / DAY_MS)
  const [oldest, newest] = [tonight - OLDEST_DAYS, tonight - 1 - days]
  // One slice fewer than nights: cut at both ends, there are never two for one night.
  const length = Math.ceil((OLDEST_DAYS - days) / (NIGHTS - 1))
  const first = Math.floor(oldest / length)
  const slice = first + ((((tonight - first) % NIGHTS) + NIGHTS) % NIGHTS)
  const from = Math.max(slice * length, oldest)
  const to = Math.min(slice * length + length - 1, newest)
  return from > to ? undefined : { from: dayOf(from), to: dayOf(to) }
}

const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)
