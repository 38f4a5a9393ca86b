import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'
import { deleteSeenPayments, type RunRow } from './reconciliations.ts'

const RUNS_AT_ONCE = 50
const DIFFERENCES_AT_ONCE = 5_000

/** Deletes in small batches. A run with an open alert stays. */
export const deleteOldRuns = async (
  query: DbQuery,
  { before }: { before: Date },
): Promise<number> => {
  for (let deleted = 0; ; ) {
    const old = await oldRuns(query, before)
    for (const run of old) await deleteRun(query, run)
    deleted += old.length
    if (old.length < RUNS_AT_ONCE) return deleted
  }
}

const oldRuns = (query: DbQuery, before: Date): Promise<RunRow[]> =>
  query
    .selectFrom('reconciliations')
    .selectAll()
    .where('state', '<>', 'running')
    .where('ended_at', '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('alerts')
            .select('id')
            .whereRef('alerts.store_id', '=', 'reconciliations.store_id')
            .where('closed_at', 'is', null)
            .where(sql`details->>'run'`, '=', sql.ref('reconciliations.id')),
        ),
      ),
    )
    .limit(RUNS_AT_ONCE)
    .execute()

const deleteRun = async (query: DbQuery, run: RunRow): Promise<void> => {
  for (let deleted = DIFFERENCES_AT_ONCE; deleted === DIFFERENCES_AT_ONCE; ) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM discrepancies WHERE id IN (
        SELECT id FROM discrepancies WHERE run_id = ${run.id} LIMIT ${DIFFERENCES_AT_ONCE}
      )`.execute(query)
    deleted = Number(numAffectedRows)
  }
  await deleteSeenPayments(query, run)
  // The delete cascades to sums and days.
  await query.deleteFrom('reconciliations').where('id', '=', run.id).execute()
}
