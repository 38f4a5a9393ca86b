import type { Insertable } from 'kysely'
import type { LedgerQuery } from './ledger.ts'
import type { LedgerTables } from './tables.ts'

/** Notes what was asked about personal data and what came of it; it holds nothing of a person. */
export const notePrivacyRequest = async (
  query: LedgerQuery,
  request: Insertable<LedgerTables['privacy_requests']>,
): Promise<void> => {
  await query
    .insertInto('privacy_requests')
    .values(request)
    .onConflict((conflict) => conflict.columns(['source', 'store_id', 'message_id']).doNothing())
    .execute()
}
