import { alertsNotFoundAgain, listOpenAlerts } from '../../db/alerts/alerts.ts'
import type { DbQuery } from '../../db/db.ts'
import { countForPerson } from '../../db/reconciliation/discrepancies.ts'
import { daysReconciledSince } from '../../db/reconciliation/reconciliation-sums.ts'
import type { StoreId } from '../../domain/ids.ts'
import { aboutStore, closeAlert, openAlert, openOrRefreshAlert } from '../alerts/alerts.ts'
import { type DayWindow, daysOf } from './window.ts'
import { type RunContext, windowOf } from './work.ts'

/**
 * Upper bound on alerts per run: a mixed-up account must not flood the list. The report has all
 * discrepancies; one alert counts the rest.
 */
export const MOST_ALERTS = 200

const NOT_LISTED = 'differences_not_listed'

export const isListFull = async (trx: DbQuery, runId: string): Promise<boolean> =>
  (await countForPerson(trx, runId, MOST_ALERTS + 1)) > MOST_ALERTS

export const noteWhatIsNotListed = async (
  trx: DbQuery,
  { run, store }: RunContext,
  now: Date,
): Promise<void> => {
  const more = (await countForPerson(trx, run.id)) - MOST_ALERTS
  const about = aboutStore(store, NOT_LISTED, now)
  if (more > 0) {
    const details = { run: run.id, listed: MOST_ALERTS, more, day: run.to_day }
    return openOrRefreshAlert(trx, { ...about, details })
  }
  const kinds = [NOT_LISTED] as const
  const over = { storeId: store.id, kinds, runId: run.id, ...windowOf(run) }
  if ((await alertsNotFoundAgain(trx, over)).length > 0) await closeAlert(trx, about)
}

const FAILED = 'reconciliation_failed'

export const openFailure = async (
  trx: DbQuery,
  { run, store }: RunContext,
  { reason, now }: { reason: string; now: Date },
): Promise<void> => {
  const window = windowOf(run)
  const failures = await listOpenAlerts(trx, { kinds: [FAILED], storeIds: [store.id] })
  for (const { subject, details } of failures) {
    // One alert for consecutive failed nights: each covers the days before.
    if (subject !== run.id && isWithin(details, window)) {
      await closeAlert(trx, { kind: FAILED, storeId: store.id, subject, now })
    }
  }
  await openAlert(trx, {
    kind: FAILED,
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
  for (const failure of await listOpenAlerts(trx, { kinds: [FAILED], storeIds: [store.id] })) {
    const { subject, details, opened_at: since } = failure
    if (isWithin(details, windowOf(run)) || (await isMadeUpFor(trx, failure, since))) {
      await closeAlert(trx, { kind: FAILED, storeId: store.id, subject, now })
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
