import { type Insertable, type Selectable, sql } from 'kysely'
import { anyOf } from '../../../src/runtime/postgres/database.ts'
import type { DbQuery } from '../../adapter.ts'
import { type ShopifyTables, shopifyTables } from './rows.ts'

export type ShopifySessionRow = Selectable<ShopifyTables['shopify_sessions']>

export const sealingContextOfSession = (id: string): string => `shopify_sessions/${id}`

/** Session id of a shop's own app; ours uses the library's. */
export const ownSessionId = (clientId: string, libraryId: string): string =>
  `${clientId}:${libraryId}`

/** `undefined` names this installation's app. */
export const isSessionOf = (sessionId: string, ownApp: string | undefined): boolean =>
  ownApp === undefined ? !sessionId.includes(':') : sessionId.startsWith(`${ownApp}:`)

/** Upserts a session; keeps an existing `created_at`. */
export const saveShopifySession = async (
  query: DbQuery,
  session: Insertable<ShopifyTables['shopify_sessions']>,
): Promise<void> => {
  const { created_at, ...changes } = session
  await shopifyTables(query)
    .insertInto('shopify_sessions')
    .values(session)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute()
}

export const findShopifySession = (
  query: DbQuery,
  id: string,
): Promise<ShopifySessionRow | undefined> =>
  shopifyTables(query)
    .selectFrom('shopify_sessions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()

export const shopifySessionsOf = (query: DbQuery, shop: string): Promise<ShopifySessionRow[]> =>
  shopifyTables(query)
    .selectFrom('shopify_sessions')
    .selectAll()
    .where('shop', '=', shop)
    .orderBy('id')
    .execute()

export const deleteShopifySessions = async (
  query: DbQuery,
  ids: readonly string[],
): Promise<void> => {
  await shopifyTables(query).deleteFrom('shopify_sessions').where('id', '=', anyOf(ids)).execute()
}

/** Runs `work` under a lock across processes: a newer token invalidates the older one. */
export const holdingSessionsOf = <T>(
  query: DbQuery,
  shop: string,
  work: (trx: DbQuery) => Promise<T>,
): Promise<T> =>
  query.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('shopify sessions'), hashtext(${shop}))`.execute(
      trx,
    )
    return work(trx)
  })
