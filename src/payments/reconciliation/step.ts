import { findRun, updateRun } from '../../db/reconciliation/reconciliations.ts'
import { findStore } from '../../db/stores/stores.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import { addMs } from '../../runtime/clock.ts'
import { errorMessage } from '../../runtime/failure.ts'
import { isDatabaseUnreachable, isLockConflict } from '../../runtime/postgres/database.ts'
import { aboutStore, openAlert } from '../alerts/alerts.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { failedAtGateway, type TaskOutcome } from '../ports/task-outcome.ts'
import { newReconcileTask } from '../ports/tasks/payment-tasks.ts'
import { walkUnseen } from './compare/walk-database.ts'
import { walkPage } from './compare/walk-gateway.ts'
import { walkOrders } from './compare/walk-orders.ts'
import { endRun, failRun } from './end-run.ts'
import { beginNextRound, repairDiscrepancies } from './repair/repair-discrepancies.ts'
import { advanceRun, type RunContext, type StepOutcome, windowOf } from './work.ts'

const STEP_MS = 5_000
/** Bound on consecutive gateway failures or unexpected errors, with the task's backoff. */
const MOST_FAILURES = 6
/** Minimum wait after the gateway answered only in part. */
const REST_MS = 2_000
/** Bound on consecutive store failures; the run continues without the store. */
const MOST_FAILURES_OF_STORE = 3

/**
 * Runs some pages and repairs, then schedules the next step. Commits the position after each page,
 * so another worker can resume after a crash.
 */
export const reconcile = async (
  ctx: PaymentsContext,
  { runId }: { runId: string },
): Promise<TaskOutcome> => {
  const until = performance.now() + STEP_MS
  for (;;) {
    const work = await workOf(ctx, runId)
    if (!work) return { outcome: 'done' }
    let progress: StepOutcome
    try {
      progress = await nextPart(work)
    } catch (error) {
      if (await isGivenUpOver(work, error)) return { outcome: 'done' }
      throw error
    }
    switch (progress.outcome) {
      case 'ended':
        return { outcome: 'done' }
      case 'overtaken':
        // Retries, because the other process may only have recorded a failure.
        return { outcome: 'busy' }
      case 'failed':
        return afterFailure(work, progress)
      case 'waits':
        return afterSilence(work, progress)
      case 'rests':
        await planNextStep(work, progress.forMs)
        return { outcome: 'done' }
      case 'continued':
        if (performance.now() < until) continue
        await planNextStep(work)
        return { outcome: 'done' }
    }
  }
}

const workOf = async (ctx: PaymentsContext, runId: string): Promise<RunContext | undefined> => {
  const run = await findRun(ctx.db.query, runId)
  const store = run && (await findStore(ctx.db.query, run.store_id))
  if (run?.state !== 'running' || !store) return undefined
  return { ctx, run, store, gateway: ctx.gatewayOf(store) }
}

const nextPart = async (work: RunContext): Promise<StepOutcome> => {
  const settled = await repairDiscrepancies(work)
  if (settled) return settled
  const { position } = work.run
  switch (position.phase) {
    case 'pages':
      return walkPage(work, position)
    case 'unseen':
      return walkUnseen(work, position)
    case 'older_orders':
    case 'orders':
      return walkOrders(work, position)
    case 'end':
      return (await beginNextRound(work, position)) ?? endRun(work)
  }
}

const planNextStep = async ({ ctx, run }: RunContext, afterMs = 0): Promise<void> => {
  const now = ctx.clock.now()
  await addTask(ctx.db.query, newReconcileTask(run, { runAt: addMs(now, afterMs), now }))
  ctx.signals.send(WORK_SIGNAL)
}

const afterFailure = async (
  work: RunContext,
  { failure, gotFurther = false }: StepOutcome & { outcome: 'failed' },
): Promise<TaskOutcome> => {
  const { failures } = work.run
  const outcome = failedAtGateway(failure)
  const { detail, retryAfterMs: requestedMs = 0 } = outcome
  if (failure.retry === 'retry' && gotFurther) {
    // The gateway needs a slower pace.
    await advanceRun(work, { failures: 0 })
    await planNextStep(work, Math.max(requestedMs, REST_MS))
    return { outcome: 'done' }
  }
  if (failure.retry !== 'retry' || failures + 1 >= MOST_FAILURES) {
    await failRun(work, detail)
    return { outcome: 'done' }
  }
  await advanceRun(work, { failures: failures + 1 })
  return outcome
}

/**
 * Retries unexpected errors up to a bound, then fails the run, which an operator sees. Database
 * outages do not count.
 */
const isGivenUpOver = async (work: RunContext, error: unknown): Promise<boolean> => {
  if (isDatabaseUnreachable(error) || isLockConflict(error)) return false
  const { ctx, run } = work
  if (run.failures + 1 >= MOST_FAILURES) {
    ctx.log.error({ err: error, run: run.id }, 'reconciliation given up')
    await failRun(work, `unexpected: ${errorMessage(error)}`)
    return true
  }
  await advanceRun(work, { failures: run.failures + 1 })
  return false
}

const afterSilence = async (
  work: RunContext,
  { detail, retryAfterMs }: Extract<StepOutcome, { outcome: 'waits' }>,
): Promise<TaskOutcome> => {
  const { ctx, run, store } = work
  const now = ctx.clock.now()
  if (run.failures + 1 < MOST_FAILURES_OF_STORE) {
    await advanceRun(work, { failures: run.failures + 1 })
    return { outcome: 'failed', retry: 'retry', detail: `store: ${detail}`, retryAfterMs }
  }
  await ctx.db.query.transaction().execute(async (trx) => {
    const silence = { store_side: 'not_answered', reason: detail } as const
    const given = await updateRun(trx, run, { ...silence, failures: 0, updated_at: now })
    if (!given || run.dry) return
    const details = { run: run.id, ...windowOf(run), reason: detail }
    await openAlert(trx, { ...aboutStore(store, 'store_not_compared', now), details })
  })
  await planNextStep(work)
  return { outcome: 'done' }
}
