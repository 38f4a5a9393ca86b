import { alertsNotFoundAgain } from '../../../db/alerts/alerts.ts'
import type { DbQuery } from '../../../db/db.ts'
import { countForPerson } from '../../../db/reconciliation/discrepancies.ts'
import { closeAlert, openOrRefreshAlert } from '../../alerts/alerts.ts'
import { type RunContext, windowOf } from '../work.ts'
import { aboutStore } from './describe-discrepancy.ts'

/**
 * Upper bound on alerts per run: a mixed-up account must not flood the list. The report has all
 * discrepancies; one alert counts the rest.
 */
export const MOST_ALERTS = 200

const KIND = 'differences_not_listed'

export const isListFull = async (trx: DbQuery, runId: string): Promise<boolean> =>
  (await countForPerson(trx, runId, MOST_ALERTS + 1)) > MOST_ALERTS

export const noteWhatIsNotListed = async (
  trx: DbQuery,
  { run, store }: RunContext,
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
