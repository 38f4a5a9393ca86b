import { sql } from 'kysely'
import type pg from 'pg'
import type { DbQuery } from './db.ts'

/**
 * A process of ours shows that it is alive by an advisory lock under its id, which PostgreSQL
 * gives free when the connection that holds it ends, however it ends.
 */
export const PROCESS_LOCK_CLASS = 7_083_321

/** Run on each new connection that is kept open as long as the process lives. */
export const showAsAlive = async (client: pg.Client, processId: number): Promise<void> => {
  // Shared: after a broken connection the server may still hold the lock for the old one.
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK_CLASS, processId])
}

/** The ids of the processes that are alive, as a subquery. */
const aliveProcesses = sql<number>`
  SELECT objid::bigint FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${sql.lit(PROCESS_LOCK_CLASS)} AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

export const isProcessAlive = async (query: DbQuery, processId: number): Promise<boolean> => {
  const { rows } = await sql`SELECT WHERE ${processId} IN (${aliveProcesses})`.execute(query)
  return rows.length > 0
}

/** The processes other than `ownId` that have tasks or turns to tell, and do not show as alive. */
const missingProcesses = async (query: DbQuery, ownId: number): Promise<number[]> => {
  const { rows } = await sql<{ process_id: number }>`
    SELECT process_id FROM (
      SELECT process_id FROM tasks WHERE state IN ('queued', 'running')
      UNION SELECT process_id FROM notification_leases
    ) at_work
    WHERE process_id <> ${ownId} AND process_id NOT IN (${aliveProcesses})`.execute(query)
  return rows.map(({ process_id }) => process_id)
}

/**
 * A process that has lost its connection for a moment, as all do when PostgreSQL starts anew, seems
 * gone and is still at its work: it has to be missing for so long before others take that over. A
 * process that stays cut off for longer seems gone all the same, so what must not happen twice is
 * decided under a lock in any case.
 */
export const GONE_AFTER_MS = 2_500

/** Which of the processes that have work in hand are gone, as this process sees it. */
export type ProcessWatch = ReturnType<typeof watchProcesses>

export const watchProcesses = (query: DbQuery, ownId: number) => {
  let missingSince = new Map<number, number>()
  return {
    /** Run again and again, at least every second or two. */
    look: async (): Promise<void> => {
      const now = Date.now()
      const missing = await missingProcesses(query, ownId)
      missingSince = new Map(missing.map((id) => [id, missingSince.get(id) ?? now]))
    },
    /** The database was away: whoever was missing before is to be missing as long again. */
    startOver: (): void => missingSince.clear(),
    gone: (): readonly number[] => {
      const until = Date.now() - GONE_AFTER_MS
      return [...missingSince].filter(([, since]) => since <= until).map(([id]) => id)
    },
  }
}
