/** How a shop or a gateway account has failed, as far as it was tried. */
export interface Failing {
  /** How often in a row it was left alone because it could not be reached. */
  openings: number
  failing_since: Date
  /** When it failed last. */
  updated_at: Date
  paused_at: Date | null
}

const HOUR_MS = 60 * 60_000
const ALERT_AFTER_MS = { gateway: 60_000, shop: HOUR_MS }
const PAUSE_AFTER_MS = 48 * HOUR_MS

/** Time that passed without a try says nothing: what counts is from the first failure to the last. */
export const failedForMs = ({
  failing_since,
  updated_at,
}: Pick<Failing, 'failing_since' | 'updated_at'>): number =>
  updated_at.getTime() - failing_since.getTime()

/**
 * Whether it has failed for so long that a person should know. Without the gateway no customer can
 * pay, and Puente probes it every few seconds: a minute is no hiccup.
 */
export const isLasting = (failing: Failing, whose: keyof typeof ALERT_AFTER_MS): boolean =>
  failedForMs(failing) >= ALERT_AFTER_MS[whose]

/** Longest that an order waits for a shop that is down, or refuses everything, before a person should know. */
const ORDERS_WAIT_MS = 5 * 60_000

/**
 * Tells whether orders have waited too long for a shop that takes nothing; each success resets
 * `failing_since`. `waitingSince`: creation of the oldest task that was tried more than once.
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
 * Whether a shop has been out of reach for so long that it is not tried any more. One that answers,
 * be it with a refusal, is tried on.
 */
export const shouldPause = (failing: Failing): boolean =>
  failing.paused_at === null && failing.openings > 0 && failedForMs(failing) >= PAUSE_AFTER_MS
