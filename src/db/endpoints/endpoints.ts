import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { EndpointId, StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { deleteCircuit } from '../stores/circuits.ts'
import { endpointNeed } from '../tables/tasks.ts'
import type { DbTables } from '../tables.ts'

export type NotificationEndpointRow = Selectable<DbTables['notification_endpoints']>

const endpoints = (query: DbQuery) => query.selectFrom('notification_endpoints').selectAll()

export const findEndpoint = (
  query: DbQuery,
  id: EndpointId,
): Promise<NotificationEndpointRow | undefined> =>
  endpoints(query).where('id', '=', id).executeTakeFirst()

/**
 * Serialises the replays of an endpoint. Locks no row: a change of the endpoint would wait for it
 * under the store's lock, and new orders for the change.
 */
export const lockReplays = async (trx: DbQuery, id: EndpointId): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('replay to endpoint'), hashtext(${id}))`.execute(
    trx,
  )
}

/** Clears the start of what the endpoint missed, unless it changed since or the endpoint stopped. */
export const clearMissedSince = async (
  trx: DbQuery,
  { id, missed_since }: Pick<NotificationEndpointRow, 'id' | 'missed_since'>,
): Promise<void> => {
  await trx
    .updateTable('notification_endpoints')
    .set({ missed_since: null })
    .where('id', '=', id)
    .where('missed_since', '=', missed_since)
    .where('disabled_at', 'is', null)
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
  const removed = await trx
    .deleteFrom('notification_endpoints')
    .where('store_id', '=', storeId)
    .returning('id')
    .execute()
  for (const { id } of removed) await deleteCircuit(trx, endpointNeed(id))
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
