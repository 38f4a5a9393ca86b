import { sql } from 'kysely'
import pg from 'pg'
import type { DbQuery } from '../../src/db/db.ts'
import { eventually } from './eventually.ts'

export interface WriteBlock {
  /** Resolves with the pid of the blocked session. */
  reached(): Promise<number>
  isWaitedFor(): Promise<unknown>
  letGo(): Promise<void>
}

let holdUps = 0

/** Uses a trigger that waits for an advisory lock. `fits`: SQL condition on `NEW`. */
export const blockWrites = async (
  query: DbQuery,
  databaseUrl: string,
  { table, fits }: { table: 'payments' | 'refunds'; fits: string },
): Promise<WriteBlock> => {
  const number = ++holdUps
  const rule = sql.raw(`hold_up_${number}`)
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('SELECT pg_advisory_lock($1)', [number])
  await sql`CREATE FUNCTION ${rule}() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN PERFORM pg_advisory_xact_lock(${sql.lit(number)}); RETURN NEW; END$$`.execute(query)
  await sql`CREATE TRIGGER ${rule} BEFORE INSERT OR UPDATE ON ${sql.table(table)} FOR EACH ROW
    WHEN (${sql.raw(fits)}) EXECUTE FUNCTION ${rule}()`.execute(query)
  const reached = () =>
    eventually(async () => {
      const { rows } = await sql<{ pid: number }>`SELECT pid FROM pg_locks WHERE NOT granted
        AND locktype = 'advisory' AND objid = ${number}`.execute(query)
      return rows[0]?.pid
    })
  return {
    reached,
    isWaitedFor: async () => {
      const pid = await reached()
      return eventually(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity
          WHERE ${pid} = ANY (pg_blocking_pids(pid))`.execute(query)
        return rows.length > 0
      })
    },
    letGo: async () => {
      await holder.end()
      await sql`DROP FUNCTION ${rule} CASCADE`.execute(query)
    },
  }
}
