import { sql } from 'kysely'
import { errorCode } from '../../runtime/error-code.ts'
import type { DbQuery } from '../db.ts'
import { UNCHECKED_RESTORE } from './features.ts'

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

/**
 * Keeps processes from the database until its check. Notes the time of the backup before new rows
 * hide it.
 */
export const holdForCheck = (query: DbQuery, restoredFrom: Date): Promise<void> =>
  query.transaction().execute(async (trx) => {
    await trx.updateTable('installation').set({ restored_from: restoredFrom }).execute()
    await trx
      .insertInto('features_in_use')
      .values({ name: UNCHECKED_RESTORE })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })

/** Lets processes start on the checked database. */
export const releaseChecked = async (query: DbQuery): Promise<void> => {
  const identity = await databaseIdentity(query)
  await query.transaction().execute(async (trx) => {
    await trx
      .updateTable('installation')
      .set({ restored_from: null, database_identity: identity })
      .execute()
    await trx.deleteFrom('features_in_use').where('name', '=', UNCHECKED_RESTORE).execute()
  })
}

/**
 * Notices that this is not the database that served last, and holds it for its check. The first
 * start remembers the database.
 */
export const noticeRestore = async (query: DbQuery, now: Date): Promise<void> => {
  const identity = await databaseIdentity(query)
  const { database_identity: known } = await query
    .selectFrom('installation')
    .select('database_identity')
    .executeTakeFirstOrThrow()
  if (identity === null || identity === known) return
  if (known !== null) {
    const noted = await uncheckedRestore(query)
    return holdForCheck(query, noted ?? (await timeOfLatestWrite(query)) ?? now)
  }
  await query
    .updateTable('installation')
    .set({ database_identity: identity })
    .where('database_identity', 'is', null)
    .execute()
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
