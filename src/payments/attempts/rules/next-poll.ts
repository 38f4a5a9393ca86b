import { addMs, DAY, HOUR, MINUTE } from '../../../runtime/clock.ts'

/** Ages at which Puente polls a payment without an event (6.5.3). */
const AGES_MS = [5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR]

/** Returns the next poll of a pending payment: at these ages, then daily. */
export const nextPollAt = (createdAt: Date, now: Date): Date => {
  const ageMs = now.getTime() - createdAt.getTime()
  const next = AGES_MS.find((age) => age > ageMs)
  return next === undefined ? addMs(now, DAY) : addMs(createdAt, next)
}
