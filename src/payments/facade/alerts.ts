import * as rows from '../../db/alerts/alerts.ts'
import type { DbQuery } from '../../db/db.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { AlertAbout } from '../alerts/alerts.ts'
import * as alerts from '../alerts/alerts.ts'

export interface OpenAlert {
  subject: string
  opened_at: Date
}

export const openAlertsOf: (
  query: DbQuery,
  of: { kinds: readonly AlertKind[]; storeIds: readonly StoreId[] },
) => Promise<readonly OpenAlert[]> = rows.listOpenAlerts

/**
 * Opens an alert, deduped by kind and subject. `onRepeat` of an open one: `keep`, or `refresh` its
 * details; `never` does not open an alert that ever existed.
 */
export const raiseAlert = async (
  trx: DbQuery,
  {
    onRepeat = 'keep',
    ...alert
  }: AlertAbout & { details: object; onRepeat?: 'keep' | 'refresh' | 'never' },
): Promise<void> => {
  if (onRepeat === 'refresh') return alerts.openOrRefreshAlert(trx, alert)
  if (onRepeat === 'never' && (await rows.hasHadAlert(trx, alert))) return
  await alerts.openAlert(trx, alert)
}
