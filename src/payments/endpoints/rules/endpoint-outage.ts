import { addMs, DAY, HOUR } from '../../../runtime/clock.ts'

interface Failing {
  failing_since: Date
  /** Time of the last failure. */
  updated_at: Date
}

const ALERT_AFTER_MS = HOUR
/** Longer than a weekend with a day on each side. */
const DISABLE_AFTER_DAYS = 5

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
