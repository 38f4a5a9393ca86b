import type { StoreId } from '../../domain/ids.ts'
import { deleteStoreAlertChannels } from '../alerts/store-alert-channels.ts'
import type { DbQuery } from '../db.ts'
import { deleteEndpointsOfStore } from '../endpoints/endpoints.ts'
import { closeLinksOfStore } from '../links/payment-links.ts'

/**
 * Deletes open tasks and closes alerts, since no process would handle them. Retention deletes the
 * rest.
 */
export const deleteStoreWork = async (
  trx: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<void> => {
  await trx
    .deleteFrom('tasks')
    .where('store_id', '=', storeId)
    .where('state', 'in', ['ready', 'queued'])
    .execute()
  await trx
    .updateTable('alerts')
    .set({ closed_at: now })
    .where('store_id', '=', storeId)
    .where('closed_at', 'is', null)
    .execute()
  await deleteStoreAlertChannels(trx, { storeId, now })
  await deleteEndpointsOfStore(trx, storeId)
  await closeLinksOfStore(trx, { storeId, now })
  await trx.deleteFrom('store_logos').where('store_id', '=', storeId).execute()
  await trx.deleteFrom('store_cursors').where('store_id', '=', storeId).execute()
  await trx.deleteFrom('seen_calls').where('store_id', '=', storeId).execute()
}
