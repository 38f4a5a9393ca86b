import { listOpenAlerts } from '../../../db/alerts/alerts.ts'
import type { DbQuery } from '../../../db/db.ts'
import { daysReconciledSince } from '../../../db/reconciliation/reconciliation-sums.ts'
import type { StoreId } from '../../../domain/ids.ts'
import { closeAlert, openAlert } from '../../alerts/alerts.ts'
import { type DayWindow, daysOf } from '../window.ts'
import { type RunContext, windowOf } from '../work.ts'

const KIND = 'reconciliation_failed'

export const openFailure = async (
  trx: DbQuery,
  { run, store }: RunContext,
  { reason, now }: { reason: string; now: Date },
): Promise<void> => {
  const window = windowOf(run)
  const failures = await listOpenAlerts(trx, { kinds: [KIND], storeIds: [store.id] })
  for (const { subject, details } of failures) {
    // One alert for consecutive failed nights: each covers the days before.
    if (subject !== run.id && isWithin(details, window)) {
      await closeAlert(trx, { kind: KIND, storeId: store.id, subject, now })
    }
  }
  await openAlert(trx, {
    kind: KIND,
    storeId: store.id,
    subject: run.id,
    details: { run: run.id, ...window, reason },
    now,
  })
}

export const closeFailures = async (
  trx: DbQuery,
  { run, store }: RunContext,
  now: Date,
): Promise<void> => {
  for (const failure of await listOpenAlerts(trx, { kinds: [KIND], storeIds: [store.id] })) {
    const { subject, details, opened_at: since } = failure
    if (isWithin(details, windowOf(run)) || (await isMadeUpFor(trx, failure, since))) {
      await closeAlert(trx, { kind: KIND, storeId: store.id, subject, now })
    }
  }
}

const isWithin = (failed: Record<string, unknown>, { from, to }: DayWindow): boolean =>
  String(failed.from) >= from && String(failed.to) <= to

const isMadeUpFor = async (
  trx: DbQuery,
  { store_id: storeId, details }: { store_id: StoreId; details: Record<string, unknown> },
  since: Date,
): Promise<boolean> => {
  const window = { from: String(details.from), to: String(details.to) }
  const reconciled = await daysReconciledSince(trx, { storeId, ...window, since })
  return daysOf(window).every((day) => reconciled.has(day))
}
