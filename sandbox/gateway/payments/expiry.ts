import { formatHondurasTime, parseHondurasTime } from '../../../src/contract/honduras-time.ts'
import { addMs } from '../../../src/runtime/clock.ts'

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

const HONDURAS_OFFSET_MINUTES = -6 * 60

/**
 * Parses `expires_at` (4.3): `YYYY-MM-DD HH:MM:SS` or ISO 8601, by default in Honduras time and at
 * midnight. Drops fractions of a second. Returns `undefined` unless its Honduras year has four
 * digits.
 */
export const parseExpiry = (text: string): Date | undefined => {
  const [, day, minutes = '00:00', seconds = ':00', offset] = TIMESTAMP.exec(text.trim()) ?? []
  const local = day && parseHondurasTime(`${day} ${minutes}${seconds}`)
  if (!local) return undefined
  const offsetMinutes = offset ? minutesOf(offset) : HONDURAS_OFFSET_MINUTES
  const instant = addMs(local, (HONDURAS_OFFSET_MINUTES - offsetMinutes) * 60_000)
  return parseHondurasTime(formatHondurasTime(instant))
}

const minutesOf = (offset: string): number => {
  if (offset.toUpperCase() === 'Z') return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(':', '') || 0)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
