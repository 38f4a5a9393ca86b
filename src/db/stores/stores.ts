import { type Insertable, sql, type Updateable } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { type AnyOf, anyOf, anyOfRows } from '../../runtime/postgres/database.ts'
import type { DbQuery, StoreRow } from '../db.ts'
import { isResealed } from '../installation/resealed.ts'
import type { Platform } from '../tables/stores.ts'
import type { DbTables } from '../tables.ts'

/**
 * Only `idsOfAllStores`, `isIdInUse`, `wasRemoved` and `removedStoresOfShop` find removed stores.
 */
const activeStores = (query: DbQuery) =>
  query.selectFrom('stores').selectAll().where('removed_at', 'is', null)

export const findStore = (query: DbQuery, id: StoreId): Promise<StoreRow | undefined> =>
  activeStores(query).where('id', '=', id).executeTakeFirst()

export const storesByIds = (query: DbQuery, ids: readonly StoreId[]): Promise<StoreRow[]> =>
  activeStores(query).where('id', '=', anyOf(ids)).execute()

export const readingStores = (query: DbQuery, ids: AnyOf<StoreId>) =>
  activeStores(query).where('id', '=', ids).compile()

export const storesOfOrders = (orderIds: AnyOf<OrderId>): AnyOf<StoreId> =>
  anyOfRows(sql<StoreId>`SELECT store_id FROM orders WHERE id = ${orderIds}`)

const storeOfId = (query: DbQuery, id: StoreId) =>
  query.selectFrom('stores').select('id').where('id', '=', id)

/** Includes removed stores: their books remain. */
export const idsOfAllStores = async (query: DbQuery): Promise<StoreId[]> =>
  (await query.selectFrom('stores').select('id').execute()).map(({ id }) => id)

/** Includes removed stores: their books remain. */
export const isIdInUse = async (query: DbQuery, id: StoreId): Promise<boolean> =>
  (await storeOfId(query, id).executeTakeFirst()) !== undefined

export const wasRemoved = async (query: DbQuery, id: StoreId): Promise<boolean> =>
  (await storeOfId(query, id).where('removed_at', 'is not', null).executeTakeFirst()) !== undefined

/** Reads the store as of now: a request may have loaded it seconds ago. */
export const isFrozen = async (query: DbQuery, id: StoreId): Promise<boolean> =>
  (await storeOfId(query, id).where('frozen_at', 'is not', null).executeTakeFirst()) !== undefined

export const frozenOf = async (query: DbQuery, ids: readonly StoreId[]): Promise<Set<StoreId>> => {
  if (ids.length === 0) return new Set()
  const frozen = query.selectFrom('stores').select('id').where('frozen_at', 'is not', null)
  return new Set((await frozen.where('id', '=', anyOf(ids)).execute()).map(({ id }) => id))
}

export const lockStore = (trx: DbQuery, id: StoreId): Promise<StoreRow | undefined> =>
  activeStores(trx).where('id', '=', id).forUpdate().executeTakeFirst()

export const listStores = (query: DbQuery): Promise<StoreRow[]> =>
  activeStores(query).orderBy('created_at').execute()

export const storesOfPlatforms = (
  query: DbQuery,
  platforms: readonly Platform[],
): Promise<{ id: StoreId }[]> =>
  query
    .selectFrom('stores')
    .select('id')
    .where('platform', '=', anyOf(platforms))
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

const lastConnectedFirst = (query: DbQuery, platform: Platform) =>
  activeStores(query).where('platform', '=', platform).orderBy('connected_at', 'desc').orderBy('id')

/** Returns the last connected first. */
export const storesOfPlatform = (query: DbQuery, platform: Platform): Promise<StoreRow[]> =>
  lastConnectedFirst(query, platform).execute()

/** Returns the stores, itself included, last connected first. */
export const storesOfSameShop = async (query: DbQuery, store: StoreRow): Promise<StoreRow[]> => {
  const { platform, connection } = store
  return typeof connection.shop === 'string'
    ? storesOfShop(query, { platform, shop: connection.shop })
    : [store]
}

interface Shop {
  platform: Platform
  /** `shop` in its stores' connections. */
  shop: string
}

/** Returns the last connected first. */
export const storesOfShop = (query: DbQuery, { platform, shop }: Shop): Promise<StoreRow[]> =>
  lastConnectedFirst(query, platform).where(sql<boolean>`connection ->> 'shop' = ${shop}`).execute()

/** Returns the other stores that charge with the same secret key. */
export const othersOfAccount = (
  query: DbQuery,
  { id, gateway_account: account }: Pick<StoreRow, 'id' | 'gateway_account'>,
): Promise<StoreRow[]> =>
  activeStores(query).where('gateway_account', '=', account).where('id', '!=', id).execute()

export const removedStoresOfShop = (
  query: DbQuery,
  { platform, shop }: Shop,
): Promise<StoreRow[]> =>
  query
    .selectFrom('stores')
    .selectAll()
    .where('platform', '=', platform)
    .where('removed_at', 'is not', null)
    .where(sql<boolean>`connection ->> 'shop' = ${shop}`)
    .orderBy('id')
    .execute()

/** Replaces the public part; keeps `connected_at`. */
export const changeConnection = (
  query: DbQuery,
  id: StoreId,
  connection: Record<string, unknown>,
): Promise<void> => updateStoreRow(query, id, { connection: JSON.stringify(connection) })

/** Upserts a store; keeps `created_at`. */
export const saveStore = async (
  query: DbQuery,
  store: Insertable<DbTables['stores']>,
): Promise<void> => {
  const { created_at, ...changes } = store
  await query
    .insertInto('stores')
    .values(store)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute()
}

export const insertStore = async (
  query: DbQuery,
  store: Insertable<DbTables['stores']>,
): Promise<boolean> => {
  const made = await query
    .insertInto('stores')
    .values(store)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Matches an unchanged connection, even if resealed. */
const isConnectionOf = ({ sealed_connection: seen, updated_at: seenAt }: StoreRow) =>
  seen === null
    ? sql<boolean>`false`
    : sql<boolean>`(sealed_connection = ${seen} OR (${isResealed('sealed_connection', seen)} AND updated_at = ${seenAt}))`

export const updateStoreRow = async (
  query: DbQuery,
  id: StoreId,
  changes: Updateable<DbTables['stores']>,
): Promise<void> => {
  await query.updateTable('stores').set(changes).where('id', '=', id).execute()
}

/** Replaces the sealed part unless it changed since; keeps `connected_at`. */
export const replaceConnection = async (
  query: DbQuery,
  seen: StoreRow,
  { sealed, now }: { sealed: string; now: Date },
): Promise<void> => {
  await query
    .updateTable('stores')
    .set({ sealed_connection: sealed, updated_at: now })
    .where('id', '=', seen.id)
    .where(isConnectionOf(seen))
    .execute()
}

/** Deletes the sealed part of a connection; `false` if it changed since. */
export const dropConnectionSecrets = async (query: DbQuery, seen: StoreRow): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('stores')
    .set({ sealed_connection: null })
    .where('id', '=', seen.id)
    .where(isConnectionOf(seen))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
