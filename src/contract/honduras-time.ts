/**
 * The gateway writes local Honduras time without an offset (`gateway-api.md` 2.1). Honduras is
 * UTC-6 all year: it has no daylight saving time.
 */
const HONDURAS_OFFSET_MS = -6 * 60 * 60 * 1000

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/

/** Reads `YYYY-MM-DD HH:MM:SS` as Honduras time. `undefined` when it is not such a time. */
export const parseHondurasTime = (local: string): Date | undefined => {
  const [, day, time] = LOCAL.exec(local) ?? []
  if (!day || !time) return undefined
  const instant = new Date(`${day}T${time}-06:00`)
  const isRealTime =
    !Number.isNaN(instant.getTime()) && formatHondurasTime(instant) === `${day} ${time}`
  return isRealTime ? instant : undefined
}

/** Writes an instant as `YYYY-MM-DD HH:MM:SS`, Honduras time; fractions of a second are dropped. */
export const formatHondurasTime = (instant: Date): string =>
  new Date(instant.getTime() + HONDURAS_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')

/** The instant at which a Honduras day (`YYYY-MM-DD`) begins. */
export const startOfHondurasDay = (day: string): Date | undefined =>
  parseHondurasTime(`${day} 00:00:00`)

/** The Honduras day, `YYYY-MM-DD`, that an instant is of. */
export const hondurasDayOf = (instant: Date): string => formatHondurasTime(instant).slice(0, 10)
