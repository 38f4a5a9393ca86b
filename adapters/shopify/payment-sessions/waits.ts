import { HOUR, MINUTE, SECOND } from '../../../src/runtime/clock.ts'
import { type FailedDelivery, retryDelivery } from '../../delivery-result.ts'
import { type FailedOperation, failedDelivery } from '../delivery-result.ts'

/** Shopify's retry schedule for sessions; the last wait repeats. */
const SESSION_WAITS_MS: readonly number[] = [
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

/** Retries a failed call on Shopify's schedule, also after lost access. */
export const retrySession = (failed: FailedOperation): FailedDelivery => ({
  waitsMs: SESSION_WAITS_MS,
  ...failedDelivery(failed),
})

/** Retries on Shopify's schedule, because something is not visible there yet. */
export const retrySessionLater = (detail: string): FailedDelivery => ({
  ...retryDelivery(detail),
  waitsMs: SESSION_WAITS_MS,
})
