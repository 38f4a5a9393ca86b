import type { Selectable } from 'kysely'
import type { LedgerQuery } from './ledger.ts'
import type { LedgerTables, Platform } from './tables.ts'

export type BegunConnection = Selectable<LedgerTables['begun_connections']>

/** Keeps what is known of a connection that is being made; of the same store, the latest one. */
export const keepBegunConnection = async (
  query: LedgerQuery,
  {
    storeId,
    platform,
    details,
    sealed,
    now,
    expiresAt,
  }: {
    storeId: string
    platform: Platform
    details: Record<string, unknown>
    sealed: string
    now: Date
    expiresAt: Date
  },
): Promise<void> => {
  const changes = { platform, details: JSON.stringify(details), sealed, expires_at: expiresAt }
  await query
    .insertInto('begun_connections')
    .values({ store_id: storeId, ...changes, created_at: now })
    .onConflict((conflict) => conflict.column('store_id').doUpdateSet(changes))
    .execute()
}

export const findBegunConnection = (
  query: LedgerQuery,
  { storeId, now }: { storeId: string; now: Date },
): Promise<BegunConnection | undefined> =>
  query
    .selectFrom('begun_connections')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const forgetBegunConnection = async (query: LedgerQuery, storeId: string): Promise<void> => {
  await query.deleteFrom('begun_connections').where('store_id', '=', storeId).execute()
}

export const trimBegunConnections = async (query: LedgerQuery, now: Date): Promise<void> => {
  await query.deleteFrom('begun_connections').where('expires_at', '<', now).execute()
}
