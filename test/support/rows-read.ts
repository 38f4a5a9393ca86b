import { sql } from 'kysely'
import type { DbQuery } from '../../src/db/db.ts'

interface RowsRead<T> {
  result: T
  /** Rows of orders that the statements fetched, by index or by scan. */
  rows: number
}

/**
 * Runs statements in a transaction and counts the orders that they read: a plan that scans the table
 * reads all of them, whatever its plan looks like.
 */
export const rowsReadBy = <T>(
  query: DbQuery,
  read: (trx: DbQuery) => Promise<T>,
): Promise<RowsRead<T>> =>
  query.transaction().execute(async (trx) => {
    // Workers count their rows elsewhere.
    await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(trx)
    const before = await rowsSoFar(trx)
    const result = await read(trx)
    return { result, rows: (await rowsSoFar(trx)) - before }
  })

const rowsSoFar = async (trx: DbQuery): Promise<number> => {
  const { rows } = await sql<{ read: number }>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables
    WHERE schemaname = 'puente' AND relname = 'orders'`.execute(trx)
  return rows[0]?.read ?? 0
}
