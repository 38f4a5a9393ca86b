/**
 * UTC-6 all year, no daylight saving. The gateway writes local time without an offset
 * (`gateway-api.md` 2.1).
 */
const HONDURAS_OFFSET_MS = -6 * 60 * 60 * 1000

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/

/**
 * Parses `YYYY-MM-DD HH:MM:SS` as Honduras time. Returns `undefined` for other formats and invalid
 * dates.
 */
export const parseHondurasTime = (local: string): Date | undefined => {
  const [, day, time] = LOCAL.exec(local) ?? []
  if (!day || !time) return undefined
  const instant = new Date(`${day}T${time}-06:00`)
  const isRealTime =
    !Number.isNaN(instant.getTime()) && formatHondurasTime(instant) === `${day} ${time}`
  return isRealTime ? instant : undefined
}

/** Formats an instant as `YYYY-MM-DD HH:MM:SS`, Honduras time. Drops fractions of a second. */
export const formatHondurasTime = (instant: Date): string =>
  new Date(instant.getTime() + HONDURAS_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')

/** Returns the start of a Honduras day (`YYYY-MM-DD`); `undefined` if invalid. */
export const startOfHondurasDay = (day: string): Date | undefined =>
  parseHondurasTime(`${day} 00:00:00`)

/** Returns an instant's Honduras day, `YYYY-MM-DD`. */
export const hondurasDayOf = (instant: Date): string => formatHondurasTime(instant).slice(0, 10)
