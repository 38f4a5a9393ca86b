import { alertsNotFoundAgain } from '../../db/alerts/alerts.ts'
import type { DbQuery } from '../../db/db.ts'
import { deleteOldSums, noteReconciledDays } from '../../db/reconciliation/reconciliation-sums.ts'
import { deleteSeenPayments, lockRun, updateRun } from '../../db/reconciliation/reconciliations.ts'
import { toStorableText } from '../../runtime/text/storable.ts'
import { closeAlert } from '../alerts/alerts.ts'
import { ALERTS_OF_DISCREPANCIES } from './compare/describe-discrepancy.ts'
import { totalsOfRun } from './compare/totals.ts'
import { sawAll } from './rules/walk-pages.ts'
import { closeFailures, noteWhatIsNotListed, openFailure } from './run-alerts.ts'
import { daysOf } from './window.ts'
import { advanceRun, type RunContext, type StepOutcome, SUPERSEDED, windowOf } from './work.ts'

/**
 * Ends a complete run: computes totals, closes alerts it no longer found, deletes its walk data.
 */
export const endRun = async (work: RunContext): Promise<StepOutcome> => {
  const { ctx, run } = work
  const { query } = ctx.db
  if (run.totals === null) {
    return advanceRun(work, { totals: JSON.stringify(await totalsOfRun(work)) })
  }
  await deleteSeenPayments(query, run)
  const now = ctx.clock.now()
  return query.transaction().execute(async (trx): Promise<StepOutcome> => {
    const held = await lockRun(trx, run)
    if (!held) return SUPERSEDED
    if (!run.dry) {
      // An incomplete list must not replace a day's previous snapshot.
      if (sawAll(run.counts)) await noteReconciledDays(trx, run, daysOf(windowOf(run)))
      await closeWhatIsOver(trx, work, now)
      await noteWhatIsNotListed(trx, work, now)
    }
    await updateRun(trx, held, { state: 'done', updated_at: now, ended_at: now })
    await deleteOldSums(trx, run.store_id)
    ctx.log.info({ store: run.store_id, run: run.id, ...run.counts }, 'reconciliation done')
    return { outcome: 'ended' }
  })
}

/** Closes only alerts that the run covered: an incomplete list or a silent store proves nothing. */
const closeWhatIsOver = async (trx: DbQuery, work: RunContext, now: Date): Promise<void> => {
  const { run, store } = work
  const over = await alertsNotFoundAgain(trx, {
    storeId: store.id,
    kinds: [
      ...(sawAll(run.counts) ? ALERTS_OF_DISCREPANCIES.gateway : []),
      ...(run.store_side === 'compared' ? ALERTS_OF_DISCREPANCIES.store : []),
    ],
    runId: run.id,
    ...windowOf(run),
  })
  for (const { kind, subject, order_id } of over) {
    const orderId = order_id ?? undefined
    await closeAlert(trx, { kind, storeId: store.id, orderId, subject, now })
  }
  await closeFailures(trx, work, now)
}

export const failRun = async (work: RunContext, why: string): Promise<void> => {
  const { ctx, run, store } = work
  const reason = toStorableText(why)
  const now = ctx.clock.now()
  await ctx.db.long.query.transaction().execute(async (trx) => {
    const held = await lockRun(trx, run)
    if (!held) return
    await updateRun(trx, held, { state: 'failed', reason, updated_at: now, ended_at: now })
    if (!run.dry) await openFailure(trx, work, { reason, now })
  })
  ctx.log.warn({ store: store.id, run: run.id, reason }, 'reconciliation failed')
}
