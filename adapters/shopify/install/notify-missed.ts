import { addMs } from '../../../src/runtime/clock.ts'
import { catchUpSince, type DbQuery, type Store } from '../../adapter.ts'
import { connectionOf } from '../shops/connection.ts'

/** Allowance for a late uninstall webhook: notifications fail before it arrives. */
const REPORTED_LATE_MS = 24 * 60 * 60_000

/**
 * Notifies a reinstalled shop of missed changes, and repeats the polls of its open orders, which
 * found nothing.
 */
export const notifyMissed = async (trx: DbQuery, store: Store, now: Date): Promise<void> => {
  const { uninstalled_at: awayFrom } = connectionOf(store)
  if (awayFrom === undefined) return
  await catchUpSince(trx, {
    storeId: store.id,
    since: addMs(new Date(awayFrom), -REPORTED_LATE_MS),
    occasion: `back:${awayFrom}`,
    now,
    syncs: true,
  })
}
