import { type Insertable, type Selectable, sql } from 'kysely'
import { anyOf } from '../../../src/runtime/database.ts'
import type { DbQuery } from '../../adapter.ts'
import { type ShopifyTables, shopifyTables } from './rows.ts'

export type ShopifySessionRow = Selectable<ShopifyTables['shopify_sessions']>

/** The place that the sealed part of a session is bound to. */
export const contextOf = (id: string): string => `shopify_sessions/${id}`

/** Keeps a session in place of the one of the same id, whose age it takes over. */
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

/**
 * Does something with the sessions of a shop that only one at a time may do, in whatever process:
 * of an app's tokens the older one ends when a newer one is given.
 */
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
