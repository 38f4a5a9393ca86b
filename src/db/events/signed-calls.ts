import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'

/** Returns `false` for a replay. */
export const noteSignedCall = async (
  query: DbQuery,
  { storeId, nonce, now }: { storeId: string; nonce: string; now: Date },
): Promise<boolean> => {
  const noted = await query
    .insertInto('seen_calls')
    .values({ store_id: storeId, nonce, seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return noted !== undefined
}

export const countSignedCalls = async (
  query: DbQuery,
  { storeId, since }: { storeId: string; since: Date },
): Promise<number> => {
  const { count } = await query
    .selectFrom('seen_calls')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('store_id', '=', storeId)
    .where('seen_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const BATCH = 5_000

export const deleteOldSignedCalls = async (query: DbQuery, before: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM seen_calls WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM seen_calls WHERE seen_at < ${before} LIMIT ${BATCH}
      ))`.execute(query)
    if (numAffectedRows < BATCH) return
  }
}
