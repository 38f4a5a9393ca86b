import { sql } from 'kysely'
import type pg from 'pg'
import type { DbQuery } from '../db.ts'

/** Advisory lock of a live process on its id; ends with its connection. */
export const PROCESS_LOCK_CLASS = 7_083_321

/** Expects a connection as long-lived as the process. */
export const showAsAlive = async (client: pg.Client, processId: number): Promise<void> => {
  // Shared: after a broken connection the server may still hold the old session's lock.
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK_CLASS, processId])
}

const aliveProcesses = sql<number>`
  SELECT objid::bigint FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${sql.lit(PROCESS_LOCK_CLASS)} AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

export const isProcessAlive = async (query: DbQuery, processId: number): Promise<boolean> => {
  const { rows } = await sql`SELECT WHERE ${processId} IN (${aliveProcesses})`.execute(query)
  return rows.length > 0
}

export const countOtherProcesses = async (query: DbQuery, ownId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
    FROM (${aliveProcesses}) AS alive (id) WHERE id <> ${ownId}`.execute(query)
  return rows[0]?.count ?? 0
}

/** Lists other processes with work in hand but no lock. */
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
 * Delay before others take over a missing process's work. After a brief loss of connection, as in a
 * PostgreSQL restart, it is still working. After a longer one it looks dead too, so work that must
 * not happen twice needs a lock.
 */
export const DEAD_AFTER_MS = 2_500

export type ProcessWatch = ReturnType<typeof watchProcesses>

export const watchProcesses = (query: DbQuery, ownId: number) => {
  let missingSince = new Map<number, number>()
  return {
    /** Polls; must run every second or two. */
    poll: async (): Promise<void> => {
      const now = Date.now()
      const missing = await missingProcesses(query, ownId)
      missingSince = new Map(missing.map((id) => [id, missingSince.get(id) ?? now]))
    },
    /** Restarts the delay after a database outage. */
    reset: (): void => missingSince.clear(),
    dead: (): readonly number[] => {
      const until = Date.now() - DEAD_AFTER_MS
      return [...missingSince].filter(([, since]) => since <= until).map(([id]) => id)
    },
  }
}
