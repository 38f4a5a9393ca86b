import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { ApiKeyRow, DbQuery } from '../db.ts'
import { readPage } from '../lists/page-of-stores.ts'

/** Lists keys newest first; `inForceAt` excludes revoked and expired ones. */
export const apiKeysOfStores = async (
  query: DbQuery,
  {
    inForceAt: at,
    ...page
  }: {
    storeIds: readonly StoreId[]
    inForceAt?: Date | undefined
    before: string | undefined
    limit: number
  },
): Promise<{ rows: ApiKeyRow[]; next: string | undefined }> => {
  const { ids, next } = await readPage(query, {
    table: 'api_keys',
    ...page,
    filter: at && sql`row.revoked_at IS NULL AND COALESCE(row.expires_at > ${at}, true)`,
  })
  if (ids.length === 0) return { rows: [], next }
  const rows = await query
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .orderBy('id', 'desc')
    .execute()
  return { rows, next }
}
