import { HOUR, MINUTE, SECOND } from '../../../src/runtime/clock.ts'

/** Shopify's retry schedule for sessions; the last wait repeats. */
export const SESSION_WAITS_MS: readonly number[] = [
  5 * SECOND,
  10 * SECOND,
  30 * SECOND,
  45 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  12 * MINUTE,
  38 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
]
