import { addMs, DAY, HOUR } from '../../../runtime/clock.ts'

interface Failing {
  failing_since: Date
  /** Time of the last failure. */
  updated_at: Date
}

const ALERT_AFTER_MS = HOUR
/** Longer than a weekend with a day on each side. */
const DISABLE_AFTER_DAYS = 5

/**
 * Tries after which a notification that the endpoint refuses is no short failure: more than half an
 * hour of backoff.
 */
export const TRIES_TO_ALERT = 6
/** Tries after which the backoff is at its longest. */
const TRIES_TO_END = 9
/** After the outage that disables an endpoint, so that a last failure still counts. */
const END_AFTER_MS = DISABLE_AFTER_DAYS * DAY + 12 * HOUR

/** Whether the endpoint refused a notification for so long that Puente gives it up as missed. */
export const isTriedOut = (
  { tries, created_at }: { tries: number; created_at: Date },
  now: Date,
): boolean => tries > TRIES_TO_END && addMs(created_at, END_AFTER_MS) <= now

/** Whether one notification has waited so long, while others arrived, that a person should know. */
export const isStuck = (oldestRetried: Date, now: Date): boolean =>
  addMs(oldestRetried, ALERT_AFTER_MS) <= now

/** Returns the earliest time at which Puente disables a failing endpoint. */
export const disabledFrom = ({ failing_since }: Pick<Failing, 'failing_since'>): Date =>
  addMs(failing_since, DISABLE_AFTER_DAYS * DAY)

/**
 * Judges an endpoint that has accepted nothing since its first failure. Counts the time from the first
 * to the last failure: one failure and a quiet week are no outage.
 */
export const judgeEndpoint = (failing: Failing): 'working' | 'failing' | 'to-disable' => {
  if (failing.updated_at >= disabledFrom(failing)) return 'to-disable'
  const failedForMs = failing.updated_at.getTime() - failing.failing_since.getTime()
  return failedForMs >= ALERT_AFTER_MS ? 'failing' : 'working'
}
