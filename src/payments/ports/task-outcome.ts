import type { Failure } from '../../gateway/outcomes.ts'
import type { Retry } from '../../runtime/failure.ts'
import type { TellOutcome } from './storefront.ts'

/** How a task ended. What a failure means for the task is for the task's kind to say. */
export type TaskOutcome =
  | {
      outcome: 'done'
      /** What came of it, in a word, where it is not what the task was made for. */
      note?: string | undefined
    }
  /** Somebody else is at it at this moment: it is tried again soon, and that is no failure. */
  | { outcome: 'busy'; detail?: string }
  | {
      outcome: 'failed'
      retry: Retry
      /** For people who look at the task; no secrets. */
      detail: string
      /** When the other side asked for a longer wait than ours. */
      retryAfterMs?: number | undefined
      /**
       * The waits between tries that the other side wants, instead of those of the task's kind; it is
       * not given up then.
       */
      waitsMs?: readonly number[] | undefined
      /**
       * The shop or the gateway that the task needs did not answer, or could not do its work;
       * `false`: it did answer, and refused.
       */
      unreachable?: boolean | undefined
      /** People at a terminal have been told already, with the reason. */
      isSaid?: boolean | undefined
    }

/** It is tried again: as its kind is, or after `retryAfterMs` at the earliest. */
export const tryAgain = (
  detail: string,
  retryAfterMs?: number,
): TaskOutcome & { outcome: 'failed' } => ({
  outcome: 'failed',
  retry: 'retry',
  detail,
  retryAfterMs,
})

/** What the gateway's failure to answer as wanted means for the task that asked. */
export const failedAtGateway = (failure: Failure): TaskOutcome => ({
  outcome: 'failed',
  retry: failure.retry,
  detail: `gateway: ${failure.outcome}`,
  ...(failure.outcome === 'unreachable'
    ? {
        detail: `gateway: ${failure.detail}`,
        retryAfterMs: (failure.retryAfterSeconds ?? 0) * 1_000,
        unreachable: true,
      }
    : {}),
})

/** What a storefront's answer means for the task that notified it. */
export const outcomeAtStore = (told: TellOutcome): TaskOutcome => {
  if (told.outcome === 'told') return { outcome: 'done' }
  return told.outcome === 'not-told'
    ? { ...told, outcome: 'failed' }
    : { outcome: 'done', note: told.outcome }
}
