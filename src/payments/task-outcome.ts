import type { Remedy } from '../platform/failure.ts'

/** How a task ended. What a failure means for the task is for the catalogue of jobs to say. */
export type TaskOutcome =
  | { outcome: 'done' }
  | {
      outcome: 'failed'
      remedy: Remedy
      /** For people who look at the task; no secrets. */
      detail: string
      /** When the other side asked for a longer wait than ours. */
      retryAfterMs?: number | undefined
    }
