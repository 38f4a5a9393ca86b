import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { EndpointId, StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

export type NotificationEndpointRow = Selectable<DbTables['notification_endpoints']>

const endpoints = (query: DbQuery) => query.selectFrom('notification_endpoints').selectAll()

export const findEndpoint = (
  query: DbQuery,
  id: EndpointId,
): Promise<NotificationEndpointRow | undefined> =>
  endpoints(query).where('id', '=', id).executeTakeFirst()

/** Serialises replays. Does not lock the store, because new orders would wait for that lock. */
export const lockEndpoint = (
  trx: DbQuery,
  id: EndpointId,
): Promise<NotificationEndpointRow | undefined> =>
  endpoints(trx).where('id', '=', id).forUpdate().executeTakeFirst()

export const clearMissedSince = async (trx: DbQuery, id: EndpointId): Promise<void> => {
  await trx
    .updateTable('notification_endpoints')
    .set({ missed_since: null })
    .where('id', '=', id)
    .execute()
}

/** Lists the endpoints of a store, oldest first. */
export const endpointsOfStore = (
  query: DbQuery,
  storeId: StoreId,
): Promise<NotificationEndpointRow[]> =>
  endpoints(query).where('store_id', '=', storeId).orderBy('created_at').orderBy('id').execute()

export const listNotificationEndpoints = (query: DbQuery): Promise<NotificationEndpointRow[]> =>
  endpoints(query).execute()

/** Requires the store's row lock, as do all changes below. */
export const insertEndpoint = async (
  trx: DbQuery,
  endpoint: Insertable<DbTables['notification_endpoints']>,
): Promise<NotificationEndpointRow> => {
  const row = await trx
    .insertInto('notification_endpoints')
    .values(endpoint)
    .returningAll()
    .executeTakeFirstOrThrow()
  await copyFilters(trx, row.store_id)
  return row
}

/** Returns `undefined` for an unknown endpoint. */
export const updateEndpoint = async (
  trx: DbQuery,
  id: EndpointId,
  changes: Updateable<DbTables['notification_endpoints']>,
): Promise<NotificationEndpointRow | undefined> => {
  const row = await trx
    .updateTable('notification_endpoints')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row) await copyFilters(trx, row.store_id)
  return row
}

export const deleteNotificationEndpoint = async (
  trx: DbQuery,
  { id, store_id: storeId }: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
): Promise<void> => {
  await trx.deleteFrom('notification_endpoints').where('id', '=', id).execute()
  await copyFilters(trx, storeId)
}

export const deleteEndpointsOfStore = async (trx: DbQuery, storeId: StoreId): Promise<void> => {
  await trx.deleteFrom('notification_endpoints').where('store_id', '=', storeId).execute()
  await copyFilters(trx, storeId)
}

/** Copies the filters into the store's row, which decisions about its orders read anyway. */
const copyFilters = async (trx: DbQuery, storeId: StoreId): Promise<void> => {
  await sql`
    UPDATE stores SET endpoints = (
      SELECT jsonb_agg(jsonb_build_object('id', id, 'events', to_jsonb(events),
        'isEnabled', disabled_at IS NULL) ORDER BY created_at, id)
      FROM notification_endpoints WHERE store_id = stores.id
    ) WHERE id = ${storeId}`.execute(trx)
}
