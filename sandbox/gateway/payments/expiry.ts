import { formatHondurasTime, parseHondurasTime } from '../../../src/contract/honduras-time.ts'
import { addMs } from '../../../src/runtime/clock.ts'

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

const HONDURAS_OFFSET_MINUTES = -6 * 60

/**
 * Reads `expires_at` (`gateway-api.md` 4.3): `YYYY-MM-DD HH:MM:SS` or ISO 8601, in Honduras time
 * unless an offset says otherwise. A day without a time is its beginning; fractions of a second
 * are dropped. `undefined` when it is no such time, or one that Honduras writes with more digits.
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
