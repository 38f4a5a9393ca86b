import type { DeliveryCall } from '../../db/tables/tasks.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { MINUTE } from '../../runtime/clock.ts'
import type { Retry } from '../../runtime/failure.ts'
import type { DeliveryResult } from './storefront.ts'

/** Outcome of a task. Its kind decides what follows from a failure. */
export type TaskOutcome =
  | {
      outcome: 'done'
      note?: string | undefined
      /** To the store, for the delivery log. */
      calls?: readonly DeliveryCall[] | undefined
    }
  /** Another worker holds a lock or lease: retry soon; not a failure. */
  | { outcome: 'busy'; detail?: string }
  | {
      outcome: 'failed'
      retry: Retry
      /** For people; no secrets. */
      detail: string
      /** Longer wait that the store or gateway requested. */
      retryAfterMs?: number | undefined
      /** Backoff of this failure, in place of the kind's; lifts `maxTries`. */
      waitsMs?: readonly number[] | undefined
      /** The store or gateway did not respond or could not work. `false`: it refused. */
      unreachable?: boolean | undefined
      /** The terminal already shows the reason. */
      isLogged?: boolean | undefined
      calls?: readonly DeliveryCall[] | undefined
    }

/** Retries on the kind's schedule, `retryAfterMs` at the earliest. */
export const tryAgain = (
  detail: string,
  retryAfterMs?: number,
): TaskOutcome & { outcome: 'failed' } => ({
  outcome: 'failed',
  retry: 'retry',
  detail,
  retryAfterMs,
})

/** Overrides a longer `Retry-After`: an unknown outcome may concern money. */
const LOOKED_UP_WITHIN_MS = 5 * MINUTE

export const failedAtGateway = (failure: Failure): TaskOutcome & { outcome: 'failed' } => ({
  outcome: 'failed',
  retry: failure.retry,
  detail: `gateway: ${failure.outcome}`,
  ...(failure.outcome === 'unreachable'
    ? {
        detail: `gateway: ${failure.detail}`,
        retryAfterMs: Math.min(
          (failure.retryAfterSeconds ?? 0) * 1_000,
          failure.effect === 'unknown' ? LOOKED_UP_WITHIN_MS : Infinity,
        ),
        unreachable: true,
      }
    : {}),
})

export const outcomeOfDelivery = (
  result: DeliveryResult,
): Exclude<TaskOutcome, { outcome: 'busy' }> => {
  if (result.outcome === 'delivered') return { outcome: 'done' }
  return result.outcome === 'failed'
    ? { ...result, outcome: 'failed' }
    : { outcome: 'done', note: result.outcome }
}
