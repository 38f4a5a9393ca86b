import type { Selectable } from 'kysely'
import type { OrderId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

export type SaveCardRequest = Selectable<DbTables['save_card_requests']>

export const keepSaveCardRequest = async (
  query: DbQuery,
  saveCardRequest: Omit<SaveCardRequest, 'known_method_ids' | 'settled_at'> & {
    known_method_ids: readonly string[]
  },
): Promise<void> => {
  const known_method_ids = JSON.stringify(saveCardRequest.known_method_ids)
  const { order_id: _, ...changes } = { ...saveCardRequest, known_method_ids, settled_at: null }
  await query
    .insertInto('save_card_requests')
    .values({ ...saveCardRequest, known_method_ids })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(changes))
    .execute()
}

export const findSaveCardRequest = (
  query: DbQuery,
  orderId: OrderId,
): Promise<SaveCardRequest | undefined> =>
  query
    .selectFrom('save_card_requests')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst()

export const closeSaveCardRequest = async (
  query: DbQuery,
  { orderId, now }: { orderId: OrderId; now: Date },
): Promise<void> => {
  await query
    .updateTable('save_card_requests')
    .set({ settled_at: now })
    .where('order_id', '=', orderId)
    .execute()
}

/** Reports whether another customer with the same identity had an overlapping request. */
export const isSaveCardRequestDisputed = async (
  query: DbQuery,
  saveCardRequest: SaveCardRequest,
): Promise<boolean> => {
  const other = await query
    .selectFrom('save_card_requests')
    .select('order_id')
    .where('identity', '=', saveCardRequest.identity)
    .where((where) =>
      where.or([
        where('store_id', '<>', saveCardRequest.store_id),
        where('external_customer_id', '<>', saveCardRequest.external_customer_id),
      ]),
    )
    .where((where) =>
      where.or([
        where('settled_at', 'is', null),
        where('settled_at', '>=', saveCardRequest.requested_at),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export const deleteOldSaveCardRequests = async (query: DbQuery, before: Date): Promise<void> => {
  await query.deleteFrom('save_card_requests').where('requested_at', '<', before).execute()
}
