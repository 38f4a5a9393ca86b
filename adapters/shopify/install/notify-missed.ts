import { addMs } from '../../../src/runtime/clock.ts'
import {
  addTask,
  type DbQuery,
  ordersOpenOrChangedSince,
  planToNotifySince,
  type StoreRow,
  taskToSyncStoreOrder,
} from '../../adapter.ts'
import { connectionOf } from '../connection.ts'

/** Shopify tells of an uninstallation late, and until then a notification may have waited. */
const TOLD_LATE_MS = 24 * 60 * 60_000

/**
 * A shop is back: what happened to its orders while it was away, and it was not told, it is told now.
 * Looks at its orders that fell due meanwhile saw nothing, so those are made now.
 */
export const tellMissed = async (trx: DbQuery, store: StoreRow, now: Date): Promise<void> => {
  const { uninstalled_at: awayFrom } = connectionOf(store)
  if (awayFrom === undefined) return
  const about = { storeId: store.id, since: addMs(new Date(awayFrom), -TOLD_LATE_MS) }
  await planToNotifySince(trx, { ...about, occasion: `back:${awayFrom}`, now })
  for (const order of await ordersOpenOrChangedSince(trx, about)) {
    await addTask(trx, taskToSyncStoreOrder(order, { now }))
  }
}
