import { addMs, DAY, HOUR } from '../../../runtime/clock.ts'

/** Shortest request with a reminder: half of it must be an hour. */
const SHORTEST_MS = 2 * HOUR
const BEFORE_END_MS = DAY

/**
 * Returns when to remind a customer of a payment request: a day before it expires, or halfway if it
 * lasts less than two days. `undefined`: it is too short for a reminder.
 */
export const reminderAt = ({
  now,
  expiresAt,
}: {
  now: Date
  expiresAt: Date
}): Date | undefined => {
  const lastsMs = expiresAt.getTime() - now.getTime()
  if (lastsMs < SHORTEST_MS) return undefined
  return addMs(expiresAt, -Math.min(BEFORE_END_MS, Math.floor(lastsMs / 2)))
}
