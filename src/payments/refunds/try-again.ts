import type { TaskOutcome } from '../ports/task-outcome.ts'

export const tryAgain = (detail: string, retryAfterMs?: number): TaskOutcome => ({
  outcome: 'failed',
  retry: 'retry',
  detail,
  retryAfterMs,
})

/** Another reading after `afterMs`, a little more or less, however often it was tried. */
export const readAgain = (detail: string, afterMs: number): TaskOutcome => ({
  outcome: 'failed',
  retry: 'retry',
  detail,
  retryAfterMs: afterMs,
  waitsMs: [afterMs],
})
