import { alertsNotFoundAgain } from '../../db/alerts.ts'
import type { DbQuery } from '../../db/db.ts'
import { countForPerson } from '../../db/discrepancies.ts'
import { closeAlert, openOrRefreshAlert } from '../alerts/alerts.ts'
import { aboutStore } from './describe-discrepancy.ts'
import { type Work, windowOf } from './work.ts'

/**
 * So many differences of a run are problems of their own: an account that was mixed up does not bury
 * the list. The report has all of them, and one problem says how many more there are.
 */
export const MOST_ALERTS = 200

const KIND = 'differences_not_listed'

/** Whether the list of alerts has no room for what a run has found by now. */
export const isListFull = async (trx: DbQuery, runId: string): Promise<boolean> =>
  (await countForPerson(trx, runId, MOST_ALERTS + 1)) > MOST_ALERTS

/** At the end of a run: says how many of its differences are in the report alone. */
export const noteWhatIsNotListed = async (
  trx: DbQuery,
  { run, store }: Work,
  now: Date,
): Promise<void> => {
  const more = (await countForPerson(trx, run.id)) - MOST_ALERTS
  const about = { ...aboutStore(store, now), kind: KIND } as const
  if (more > 0) {
    const details = { run: run.id, listed: MOST_ALERTS, more, day: run.to_day }
    return openOrRefreshAlert(trx, { ...about, details })
  }
  const kinds = [KIND] as const
  const over = { storeId: store.id, kinds, runId: run.id, ...windowOf(run) }
  if ((await alertsNotFoundAgain(trx, over)).length > 0) await closeAlert(trx, about)
}
