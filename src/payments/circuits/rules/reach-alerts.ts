export interface Failing {
  /** Consecutive openings. */
  openings: number
  failing_since: Date
  /** Last failure. */
  updated_at: Date
  paused_at: Date | null
}

const HOUR_MS = 60 * 60_000
const ALERT_AFTER_MS = { gateway: 60_000, shop: HOUR_MS }
const PAUSE_AFTER_MS = 48 * HOUR_MS

/** From the first failure to the last: time without a try proves nothing. */
export const failedForMs = ({
  failing_since,
  updated_at,
}: Pick<Failing, 'failing_since' | 'updated_at'>): number =>
  updated_at.getTime() - failing_since.getTime()

/**
 * Without the gateway no customer can pay, and Puente probes it every few seconds: a minute is no
 * hiccup.
 */
export const isLasting = (failing: Failing, whose: keyof typeof ALERT_AFTER_MS): boolean =>
  failedForMs(failing) >= ALERT_AFTER_MS[whose]

/** Upper bound on an order's wait for an unreachable or refusing store. */
const ORDERS_WAIT_MS = 5 * 60_000

/**
 * Orders have waited too long for a store; each success resets `failing_since`. `waitingSince`:
 * creation of the oldest retried task.
 */
export const holdsUpOrders = (
  { failing_since }: Pick<Failing, 'failing_since'>,
  { waitingSince, now }: { waitingSince: Date | undefined; now: Date },
): boolean => {
  if (waitingSince === undefined) return false
  const since = Math.max(waitingSince.getTime(), failing_since.getTime())
  return now.getTime() - since >= ORDERS_WAIT_MS
}

/** Stops calls to an unreachable store. A store that answers, even with a refusal, stays in use. */
export const shouldPause = (failing: Failing): boolean =>
  failing.paused_at === null && failing.openings > 0 && failedForMs(failing) >= PAUSE_AFTER_MS
