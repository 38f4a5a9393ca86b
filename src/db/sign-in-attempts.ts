import { sql } from 'kysely'
import { anyOf } from '../runtime/database.ts'
import type { DbQuery } from './db.ts'

/** Counts one more try under a key, in a window that begins with the first one. */
export const countAttempt = async (
  query: DbQuery,
  { key, now, until }: { key: string; now: Date; until: Date },
): Promise<{ attempts: number; until: Date }> => {
  const { rows } = await sql<{ attempts: number; until: Date }>`
    INSERT INTO sign_in_attempts AS known (key, attempts, until) VALUES (${key}, 1, ${until})
    ON CONFLICT (key) DO UPDATE SET
      attempts = CASE WHEN known.until <= ${now} THEN 1 ELSE known.attempts + 1 END,
      until = CASE WHEN known.until <= ${now} THEN excluded.until ELSE known.until END
    RETURNING attempts, until`.execute(query)
  const [row] = rows
  if (!row) throw new Error('an upsert returned no row')
  return row
}

/** Forgets what was counted under these keys. */
export const forgetAttempts = async (query: DbQuery, keys: readonly string[]): Promise<void> => {
  await query.deleteFrom('sign_in_attempts').where('key', '=', anyOf(keys)).execute()
}

/** Takes one try back. */
export const takeAttemptBack = async (query: DbQuery, key: string): Promise<void> => {
  await query
    .updateTable('sign_in_attempts')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
    .where('key', '=', key)
    .where('attempts', '>', 0)
    .execute()
}

/** Deletes what is not counted any more. */
export const deleteOldAttempts = async (query: DbQuery, now: Date): Promise<void> => {
  await query.deleteFrom('sign_in_attempts').where('until', '<=', now).execute()
}
