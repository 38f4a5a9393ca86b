import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { SCOPES } from '../../domain/rights.ts'
import type { ApiKeyRow, DbQuery, StoreRow } from '../db.ts'
import { noteUse } from '../installation/features.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'

/** Plain SHA-256: keys are long and random, so no salt or stretching. */
export const hashApiKey = (apiKey: string): string =>
  createHash('sha256').update(apiKey).digest('hex')

export type PresentedKey = Pick<
  ApiKeyRow,
  'id' | 'name' | 'hint' | 'last_used_at' | 'expires_at' | 'revoked_at' | KeyRightsColumn
>

type KeyRightsColumn =
  | 'scopes'
  | 'refund_limit_minor'
  | 'refund_limit_currency'
  | 'refund_day_limit_minor'
  | 'refund_day_limit_currency'

export type KeyRightsRow = Pick<ApiKeyRow, KeyRightsColumn>

/**
 * Finds expired and revoked keys too. Never cached: a revocation applies to every process
 * immediately.
 */
export const findApiKey = async (
  query: DbQuery,
  apiKey: string,
): Promise<{ key: PresentedKey; store: StoreRow } | undefined> => {
  const found = await query
    .selectFrom('api_keys')
    .innerJoin('stores', 'stores.id', 'api_keys.store_id')
    .selectAll('stores')
    .select([
      'api_keys.id as key_id',
      'api_keys.name as key_name',
      'api_keys.hint',
      'api_keys.last_used_at',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'api_keys.scopes',
      'api_keys.refund_limit_minor',
      'api_keys.refund_limit_currency',
      'api_keys.refund_day_limit_minor',
      'api_keys.refund_day_limit_currency',
    ])
    .where('api_keys.hash', '=', hashApiKey(apiKey))
    .where('stores.removed_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { key_id: id, key_name: name, hint, last_used_at, expires_at, revoked_at, ...more } = found
  const { scopes, refund_limit_minor, refund_limit_currency, ...rest } = more
  const { refund_day_limit_minor, refund_day_limit_currency, ...store } = rest
  const atOnce = { refund_limit_minor, refund_limit_currency }
  const aDay = { refund_day_limit_minor, refund_day_limit_currency }
  const rights = { scopes, ...atOnce, ...aDay }
  return { key: { id, name, hint, last_used_at, expires_at, revoked_at, ...rights }, store }
}

const isLimited = (key: KeyRightsRow): boolean =>
  SCOPES.some((scope) => !key.scopes.includes(scope)) ||
  (key.refund_limit_currency ?? key.refund_day_limit_currency ?? null) !== null

/** Upserts by hash. An old key becomes valid again, with the new name and rights. */
export const saveApiKey = async (
  query: DbQuery,
  key: Pick<ApiKeyRow, 'id' | 'store_id' | 'name' | 'hash' | 'hint' | 'created_at' | 'made_by'> &
    KeyRightsRow & { expires_at?: Date | null },
): Promise<void> => {
  const { id, hash, store_id, created_at, expires_at = null, ...changes } = key
  if (isLimited(key)) await noteUse(query, 'limited-api-keys')
  await query
    .insertInto('api_keys')
    .values(key)
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet({ ...changes, expires_at, revoked_at: null })
        // A key never moves to another store.
        .where('api_keys.store_id', '=', store_id),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

export const apiKeysOf = (query: DbQuery, storeId: StoreId): Promise<ApiKeyRow[]> =>
  query
    .selectFrom('api_keys')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const getApiKey = (query: DbQuery, id: string): Promise<ApiKeyRow | undefined> =>
  query.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()

/** Revokes one key, or all; earlier revocations keep their timestamp. */
export const revokeApiKeys = async (
  query: DbQuery,
  { storeId, id, now }: { storeId: StoreId; id?: string; now: Date },
): Promise<void> => {
  let keys = query
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('store_id', '=', storeId)
    .where('revoked_at', 'is', null)
  if (id !== undefined) keys = keys.where('id', '=', id)
  await keys.execute()
}

export const endApiKey = async (
  query: DbQuery,
  { id, until }: { id: string; until: Date },
): Promise<void> => {
  await query.updateTable('api_keys').set({ expires_at: until }).where('id', '=', id).execute()
}

/** Records a use at most once after `notSince` across processes. */
export const noteApiKeyUse = async (
  query: DbQuery,
  { id, hint, now, notSince }: { id: string; hint: string | null; now: Date; notSince: Date },
): Promise<void> => {
  await query
    .updateTable('api_keys')
    .set({ last_used_at: now, hint })
    .where('id', '=', id)
    .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<=', notSince)]))
    .execute()
}

export const deleteApiKeys = async (query: DbQuery, storeId: StoreId): Promise<void> => {
  await query.deleteFrom('api_keys').where('store_id', '=', storeId).execute()
}

/** Returns the newest first; `inForceAt` excludes revoked and expired ones. */
export const apiKeysOfStores = (
  query: DbQuery,
  { inForceAt: at, ...page }: PageOfStores & { inForceAt?: Date | undefined },
): RowsOfStores<ApiKeyRow> =>
  readRows(query, {
    table: 'api_keys',
    ...page,
    filter: at && sql`row.revoked_at IS NULL AND COALESCE(row.expires_at > ${at}, true)`,
  })
