import { sql } from 'kysely'
import { errorCode } from '../../runtime/error-code.ts'
import type { DbQuery } from '../db.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Identifies the server's data and the database. A dump restored elsewhere and a copied database
 * have another identity; a standby keeps it, and so does a restored disk or base backup. `null`: the
 * role may not know.
 */
const databaseIdentity = async (query: DbQuery): Promise<string | null> => {
  try {
    const { rows } = await sql<{ identity: string }>`
      SELECT system_identifier || '/' || oid AS identity
      FROM pg_control_system(), pg_database WHERE datname = current_database()`.execute(query)
    return rows[0]?.identity ?? null
  } catch (error) {
    if (errorCode(error) === INSUFFICIENT_PRIVILEGE) return null
    throw error
  }
}

/** Returns the time of the newest task or webhook: the backup's, on a restored database. */
export const timeOfLatestWrite = async (query: DbQuery): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT GREATEST(
      (SELECT created_at FROM tasks ORDER BY id DESC LIMIT 1),
      (SELECT received_at FROM inbox ORDER BY seq DESC LIMIT 1)
    ) AS at`.execute(query)
  return rows[0]?.at ?? null
}

/** Returns the time of the backup of a database that waits for its check. */
export const uncheckedRestore = async (query: DbQuery): Promise<Date | null> => {
  const { restored_from } = await query
    .selectFrom('installation')
    .select('restored_from')
    .executeTakeFirstOrThrow()
  return restored_from
}

/** Remembers the time of the backup, which new rows would hide. An earlier note stays. */
export const noteRestore = async (query: DbQuery, restoredFrom: Date): Promise<void> => {
  await query
    .updateTable('installation')
    .set({ restored_from: sql`COALESCE(restored_from, ${restoredFrom})` })
    .execute()
}

export const forgetRestore = async (query: DbQuery): Promise<void> => {
  await query.updateTable('installation').set({ restored_from: null }).execute()
}

/**
 * Remembers which database serves. Returns whether another one served last; of several callers, one
 * learns it. The first start and a role that may not know learn nothing.
 */
export const isNewlyRestored = async (query: DbQuery): Promise<boolean> => {
  const identity = await databaseIdentity(query)
  if (identity === null) return false
  const { rows } = await sql<{ known: string | null }>`
    WITH before AS (SELECT database_identity AS known FROM installation FOR UPDATE)
    UPDATE installation SET database_identity = ${identity} FROM before
    WHERE before.known IS DISTINCT FROM ${identity} RETURNING before.known`.execute(query)
  return rows[0] !== undefined && rows[0].known !== null
}

/** More rows a second than Puente writes. */
const ROWS_PER_SECOND = 10_000n
const LEAST_GAP = 1_000_000n

/**
 * Moves all sequences past the numbers that the lost rows may have had: a store's cursor in its feed,
 * a job in the queue and a task in a person's notes must not meet another row of the same number.
 */
export const skipLostNumbers = async (
  query: DbQuery,
  { restoredFrom, now }: { restoredFrom: Date; now: Date },
): Promise<void> => {
  const seconds = BigInt(Math.max(0, Math.ceil((now.getTime() - restoredFrom.getTime()) / 1_000)))
  const gap = seconds * ROWS_PER_SECOND + LEAST_GAP
  await sql`
    SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, COALESCE(last_value, 0) + ${gap})
    FROM pg_sequences WHERE schemaname = current_schema() AND data_type = 'bigint'::regtype`.execute(
    query,
  )
}
