import { setTimeout as sleep } from 'node:timers/promises'
import { findRun, type RunRow } from '../../db/reconciliation/reconciliations.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import type { TaskOutcome } from '../../payments/ports/task-outcome.ts'
import { reconcile } from '../../payments/reconciliation/step.ts'
import { errorMessage } from '../../runtime/failure.ts'

const REPORT_POLL_MS = 500
const RETRY_AFTER_MS = 5_000

/** After this time, a worker claims the run of a killed command. */
export const OTHERS_AFTER_MS = 60_000

/** Runs a reconciliation to its end, here or in a worker that claimed it. `show` gets its progress. */
export const runToEnd = async (
  ctx: PaymentsContext,
  { id }: RunRow,
  show: (run: RunRow) => void = () => {},
): Promise<RunRow> => {
  const poll = async (): Promise<void> => {
    const run = await findRun(ctx.db.query, id)
    if (run) show(run)
  }
  // The next poll retries.
  const polling = setInterval(() => poll().catch(() => {}), REPORT_POLL_MS)
  try {
    for (;;) {
      const step = await reconcile(ctx, { runId: id }).catch(unexpectedly)
      const latest = await findRun(ctx.db.query, id)
      if (!latest) throw new Error(`${id} is gone`)
      if (latest.state !== 'running') return latest
      await sleep(step.outcome === 'failed' ? step.retryAfterMs || RETRY_AFTER_MS : REPORT_POLL_MS)
    }
  } finally {
    clearInterval(polling)
  }
}

/** Retries until the run itself gives up. */
const unexpectedly = (error: unknown): TaskOutcome => ({
  outcome: 'failed',
  retry: 'retry',
  detail: errorMessage(error),
})
