import { type Insertable, sql, type Updateable } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import { anyOf } from '../runtime/database.ts'
import type { DbQuery, StoreRow } from './db.ts'
import { isResealed } from './resealed.ts'
import type { Platform } from './tables/stores.ts'
import type { DbTables } from './tables.ts'

/** A store that was removed is found by `isIdTaken`, `wasRemoved` and `removedStoresOfShop` alone. */
const livingStores = (query: DbQuery) =>
  query.selectFrom('stores').selectAll().where('removed_at', 'is', null)

export const findStore = (query: DbQuery, id: StoreId): Promise<StoreRow | undefined> =>
  livingStores(query).where('id', '=', id).executeTakeFirst()

export const storesByIds = (query: DbQuery, ids: readonly StoreId[]): Promise<StoreRow[]> =>
  livingStores(query).where('id', '=', anyOf(ids)).execute()

/** Whether a store has that id, or had it and left its books under it. */
export const isIdTaken = async (query: DbQuery, id: StoreId): Promise<boolean> => {
  const found = await query
    .selectFrom('stores')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a store had that id that is gone, and left its books under it. */
export const wasRemoved = async (query: DbQuery, id: StoreId): Promise<boolean> => {
  const found = await query
    .selectFrom('stores')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Holds a store against others who change it, as long as the transaction lasts. */
export const lockStore = (trx: DbQuery, id: StoreId): Promise<StoreRow | undefined> =>
  livingStores(trx).where('id', '=', id).forUpdate().executeTakeFirst()

export const listStores = (query: DbQuery): Promise<StoreRow[]> =>
  livingStores(query).orderBy('created_at').execute()

/** The stores of some platforms. */
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

/** The stores of one platform, the one that was connected last first. */
export const storesOfPlatform = (query: DbQuery, platform: Platform): Promise<StoreRow[]> =>
  livingStores(query)
    .where('platform', '=', platform)
    .orderBy('connected_at', 'desc')
    .orderBy('id')
    .execute()

/** The stores of the shop that a store is of, itself among them, the one that was connected last first. */
export const sisterStores = async (query: DbQuery, store: StoreRow): Promise<StoreRow[]> => {
  const { platform, connection } = store
  return typeof connection.shop === 'string'
    ? storesOfShop(query, { platform, shop: connection.shop })
    : [store]
}

interface Shop {
  platform: Platform
  /** As `shop` of the connections of its stores names it. */
  shop: string
}

/** The stores of one shop of a platform, the one that was connected last first. */
export const storesOfShop = (query: DbQuery, { platform, shop }: Shop): Promise<StoreRow[]> =>
  livingStores(query)
    .where('platform', '=', platform)
    .where(sql<boolean>`connection ->> 'shop' = ${shop}`)
    .orderBy('connected_at', 'desc')
    .orderBy('id')
    .execute()

/** The stores that a shop of a platform has had and that were removed: their books are still there. */
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

/** Changes how a store is reached, as far as that is no secret; it is not connected anew by that. */
export const changeConnection = async (
  query: DbQuery,
  id: StoreId,
  connection: Record<string, unknown>,
): Promise<void> => {
  await query
    .updateTable('stores')
    .set({ connection: JSON.stringify(connection) })
    .where('id', '=', id)
    .execute()
}

/** Makes the store, or brings all of its fields but its age up to date. */
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

/** Makes the store. Returns whether it was made: another one of that id stays as it is. */
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

/** Whether a store's connection is the one that was seen, be it sealed by another key by now. */
const isConnectionOf = ({ sealed_connection: seen, updated_at: seenAt }: StoreRow) =>
  seen === null
    ? sql<boolean>`false`
    : sql<boolean>`(sealed_connection = ${seen} OR (${isResealed('sealed_connection', seen)} AND updated_at = ${seenAt}))`

/** Changes what is named of a store, and nothing else. */
export const changeStore = async (
  query: DbQuery,
  id: StoreId,
  changes: Updateable<DbTables['stores']>,
): Promise<void> => {
  await query.updateTable('stores').set(changes).where('id', '=', id).execute()
}

/** Replaces the sealed part of a connection, unless it is another one by now; it is not connected anew by that. */
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

/**
 * Forgets the sealed part of a connection, unless it is another one by now. Returns whether it is
 * forgotten.
 */
export const dropConnectionSecrets = async (query: DbQuery, seen: StoreRow): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('stores')
    .set({ sealed_connection: null })
    .where('id', '=', seen.id)
    .where(isConnectionOf(seen))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces what a store has decided (`payments/ports/policy.ts`); it is not connected anew by that. */
export const replacePolicy = async (
  query: DbQuery,
  { id, policy }: { id: StoreId; policy: string },
): Promise<void> => {
  await query.updateTable('stores').set({ policy }).where('id', '=', id).execute()
}
