import { addMs } from '../../../runtime/clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Ages at which Puente polls a payment without an event (6.5.3). */
const AGES_MS = [5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS]

/** Returns the next poll of a pending payment: at these ages, then daily. */
export const nextPollAt = (createdAt: Date, now: Date): Date => {
  const ageMs = now.getTime() - createdAt.getTime()
  const next = AGES_MS.find((age) => age > ageMs)
  return next === undefined ? addMs(now, DAY_MS) : addMs(createdAt, next)
}
