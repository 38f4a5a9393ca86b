import type { Insertable } from 'kysely'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

/** Holds no data of the person. Idempotent. */
export const notePrivacyRequest = async (
  query: DbQuery,
  request: Insertable<DbTables['privacy_requests']>,
): Promise<void> => {
  await query
    .insertInto('privacy_requests')
    .values(request)
    .onConflict((conflict) => conflict.columns(['source', 'store_id', 'message_id']).doNothing())
    .execute()
}
