import type { StoreRow } from '../../db/db.ts'
import {
  abandonedRuns,
  deleteSeenPayments,
  findRun,
  insertRun,
  lockRunsOf,
  type RunRow,
  runningRunOf,
  updateRun,
} from '../../db/reconciliation/reconciliations.ts'
import type { RunCounts, RunTrigger, StoreSide } from '../../db/tables/reconciliation.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import { addMs, DAY } from '../../runtime/clock.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { newReconcileTask } from '../ports/tasks/payment-tasks.ts'
import { FIRST_PAGE } from './rules/walk-pages.ts'
import { type DayWindow, refusalOfWindow, type WindowRefusal } from './window.ts'

export type BeginOutcome =
  | { outcome: 'begun'; run: RunRow }
  | { outcome: 'refused'; reason: WindowRefusal }
  | { outcome: 'already-running'; run: RunRow | undefined }

const NOTHING_YET: RunCounts = {
  pages: 0,
  payments: 0,
  foreign: 0,
  unreadable: 0,
  orders: 0,
  gatewayTotal: 0,
  greatestTotal: 0,
}

export const RESUMABLE_FOR_MS = 7 * DAY

/**
 * Begins to reconcile gateway, database and store over Honduras days. A worker runs it in steps,
 * after `firstStepAfterMs`. `dry`: only reports repairs.
 */
export const beginReconciliation = async (
  ctx: PaymentsContext,
  request: {
    store: StoreRow
    window: DayWindow
    dry: boolean
    trigger: RunTrigger
    firstStepAfterMs?: number
    comparesStore?: boolean
    /** After a restore: recovers payments that the gateway created since. */
    lostSince?: Date | undefined
  },
): Promise<BeginOutcome> => {
  const { store, window, dry, trigger, firstStepAfterMs = 0, comparesStore = true } = request
  const now = ctx.clock.now()
  const reason = refusalOfWindow(window, now)
  if (reason) return { outcome: 'refused', reason }
  const run = await ctx.db.query.transaction().execute(async (trx) => {
    await lockRunsOf(trx, store.id)
    const begun = await insertRun(trx, {
      id: ctx.ids.next('rec'),
      store_id: store.id,
      trigger,
      from_day: window.from,
      to_day: window.to,
      dry,
      state: 'running',
      position: JSON.stringify(FIRST_PAGE),
      counts: JSON.stringify(NOTHING_YET),
      store_side: comparesStore ? sideOfStore(ctx, store) : 'not_asked',
      page_token: ctx.ids.secret(24),
      lost_since: request.lostSince ?? null,
      started_at: now,
      updated_at: now,
    })
    const runAt = addMs(now, firstStepAfterMs)
    if (begun) await addTask(trx, newReconcileTask(begun, { runAt, now }))
    return begun
  })
  if (!run) {
    return { outcome: 'already-running', run: await runningRunOf(ctx.db.query, store.id) }
  }
  ctx.signals.send(WORK_SIGNAL)
  ctx.log.info({ store: store.id, run: run.id, ...window, dry, trigger }, 'reconciliation begun')
  for (const old of await abandonedRuns(ctx.db.query, addMs(now, -RESUMABLE_FOR_MS))) {
    await deleteSeenPayments(ctx.db.query, old)
  }
  return { outcome: 'begun', run }
}

const sideOfStore = (ctx: PaymentsContext, store: StoreRow): StoreSide =>
  ctx.storefrontOf(store).readOrders ? 'compared' : 'not_offered'

export type StopOutcome =
  | { outcome: 'stopped'; run: RunRow }
  | { outcome: 'no-such-run' }
  | { outcome: 'not-running'; run: RunRow }

/** The step in flight commits nothing more. */
export const stopReconciliation = async (
  ctx: PaymentsContext,
  { store, runId }: { store: StoreRow; runId: string },
): Promise<StopOutcome> => {
  for (;;) {
    const run = await findRun(ctx.db.query, runId, store.id)
    if (!run) return { outcome: 'no-such-run' }
    if (run.state !== 'running') return { outcome: 'not-running', run }
    const now = ctx.clock.now()
    const changes = { state: 'stopped', updated_at: now, ended_at: now } as const
    const stopped = await updateRun(ctx.db.query, run, changes)
    if (stopped) return { outcome: 'stopped', run: stopped }
  }
}

export type ResumeOutcome =
  | { outcome: 'resumed'; run: RunRow }
  | { outcome: 'no-such-run' }
  | { outcome: 'not-resumable'; run: RunRow; reason: 'running' | 'done' | 'too_old' }
  | { outcome: 'already-running'; run: RunRow }

export const resumeReconciliation = async (
  ctx: PaymentsContext,
  { store, runId }: { store: StoreRow; runId: string },
): Promise<ResumeOutcome> => {
  const now = ctx.clock.now()
  const outcome = await ctx.db.query.transaction().execute(async (trx): Promise<ResumeOutcome> => {
    await lockRunsOf(trx, store.id)
    const run = await findRun(trx, runId, store.id)
    if (!run) return { outcome: 'no-such-run' }
    if (run.state === 'running' || run.state === 'done') {
      return { outcome: 'not-resumable', run, reason: run.state }
    }
    if ((run.ended_at ?? run.updated_at) < addMs(now, -RESUMABLE_FOR_MS)) {
      return { outcome: 'not-resumable', run, reason: 'too_old' }
    }
    const other = await runningRunOf(trx, store.id)
    if (other) return { outcome: 'already-running', run: other }
    const changes = { reason: null, failures: 0, ended_at: null, updated_at: now }
    const resumed = await updateRun(trx, run, { ...changes, state: 'running' })
    if (!resumed) return { outcome: 'not-resumable', run, reason: 'running' }
    await addTask(trx, newReconcileTask(resumed, { now }))
    return { outcome: 'resumed', run: resumed }
  })
  ctx.signals.send(WORK_SIGNAL)
  return outcome
}
