import type { DbQuery } from '../../db/db.ts'
import {
  isNewlyRestored,
  noteRestore,
  timeOfLatestWrite,
} from '../../db/installation/restored-database.ts'
import { listStores } from '../../db/stores/stores.ts'
import type { StoreId } from '../../domain/ids.ts'
import { aboutStore, closeAlert, openOrRefreshAlert } from '../alerts/alerts.ts'

const KIND = 'database_restored'

/**
 * Notices that another database served last: a restored dump, a copy, or a new server. Opens an alert
 * for each store, because payments and refunds since the backup may be missing. A standby, and a
 * restored disk or base backup, look like the database that served last.
 */
export const noticeRestore = (query: DbQuery, now: Date): Promise<void> =>
  query.transaction().execute(async (trx) => {
    if (!(await isNewlyRestored(trx))) return
    await alertAboutRestore(trx, { restoredFrom: (await timeOfLatestWrite(trx)) ?? now, now })
  })

/** Joins the caller's transaction. */
export const alertAboutRestore = async (
  trx: DbQuery,
  { restoredFrom, now }: { restoredFrom: Date; now: Date },
): Promise<void> => {
  await noteRestore(trx, restoredFrom)
  const details = { since: restoredFrom.toISOString() }
  for (const store of await listStores(trx)) {
    await openOrRefreshAlert(trx, { ...aboutStore(store, KIND, now), details })
  }
}

export const closeRestoreAlerts = async (
  query: DbQuery,
  { storeIds, now }: { storeIds: readonly StoreId[]; now: Date },
): Promise<void> => {
  for (const id of storeIds) await closeAlert(query, aboutStore({ id }, KIND, now))
}
