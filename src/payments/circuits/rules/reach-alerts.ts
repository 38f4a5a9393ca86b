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
const failedForMs = ({ failing_since, updated_at }: Failing): number =>
  updated_at.getTime() - failing_since.getTime()

/**
 * Whether it has failed for so long that a person should know. Without the gateway nobody can pay, and
 * it is asked every few seconds whether it is back: a minute is no hiccup. A shop has the news later.
 */
export const isLasting = (failing: Failing, whose: keyof typeof ALERT_AFTER_MS): boolean =>
  failedForMs(failing) >= ALERT_AFTER_MS[whose]

/**
 * Whether a shop has been out of reach for so long that it is not tried any more. One that answers,
 * be it with a refusal, is tried on.
 */
export const shouldPause = (failing: Failing): boolean =>
  failing.paused_at === null && failing.openings > 0 && failedForMs(failing) >= PAUSE_AFTER_MS
