import { HOUR, MINUTE } from '../../../runtime/clock.ts'
import type { Circuit } from './circuit.ts'

export type Failing = Pick<Circuit, 'openings' | 'failing_since' | 'updated_at' | 'paused_at'>

const ALERT_AFTER_MS = { gateway: MINUTE, shop: HOUR }
const PAUSE_AFTER_MS = 48 * HOUR

/** Returns the time from the first failure to the last: time without a try proves nothing. */
export const failedForMs = ({
  failing_since,
  updated_at,
}: Pick<Failing, 'failing_since' | 'updated_at'>): number =>
  updated_at.getTime() - failing_since.getTime()

/**
 * Reports whether a failure deserves an alert. A minute suffices for the gateway: no customer can
 * pay without it, and Puente probes it every few seconds.
 */
export const isOutageAlertDue = (failing: Failing, whose: keyof typeof ALERT_AFTER_MS): boolean =>
  failedForMs(failing) >= ALERT_AFTER_MS[whose]

/** Upper bound on an order's wait for an unreachable or refusing store. */
const ORDERS_WAIT_MS = 5 * MINUTE

/**
 * Reports whether orders have waited too long for a store, both since `waitingSince` (creation of
 * the oldest retried task) and since its last success.
 */
export const holdsUpOrders = (
  { failing_since }: Pick<Failing, 'failing_since'>,
  { waitingSince, now }: { waitingSince: Date | undefined; now: Date },
): boolean => {
  if (waitingSince === undefined) return false
  const since = Math.max(waitingSince.getTime(), failing_since.getTime())
  return now.getTime() - since >= ORDERS_WAIT_MS
}

/**
 * Reports whether to pause an unreachable store. A store that responds, even with a refusal, stays
 * in use.
 */
export const shouldPause = (failing: Failing): boolean =>
  failing.paused_at === null && failing.openings > 0 && failedForMs(failing) >= PAUSE_AFTER_MS
