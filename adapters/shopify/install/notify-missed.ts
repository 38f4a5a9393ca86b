import { addMs } from '../../../src/runtime/clock.ts'
import {
  addTask,
  type DbQuery,
  ordersOpenOrChangedSince,
  planToNotifySince,
  type StoreRow,
  taskToSyncStoreOrder,
} from '../../adapter.ts'
import { connectionOf } from '../shops/connection.ts'

/** Allowance for a late uninstall webhook: notifications fail before it arrives. */
const REPORTED_LATE_MS = 24 * 60 * 60_000

/**
 * Notifies a reinstalled shop of missed changes, and repeats the polls of its open orders, which
 * found nothing.
 */
export const notifyMissed = async (trx: DbQuery, store: StoreRow, now: Date): Promise<void> => {
  const { uninstalled_at: awayFrom } = connectionOf(store)
  if (awayFrom === undefined) return
  const about = { storeId: store.id, since: addMs(new Date(awayFrom), -REPORTED_LATE_MS) }
  await planToNotifySince(trx, { ...about, occasion: `back:${awayFrom}`, now })
  for (const order of await ordersOpenOrChangedSince(trx, about)) {
    await addTask(trx, taskToSyncStoreOrder(order, { now }))
  }
}
