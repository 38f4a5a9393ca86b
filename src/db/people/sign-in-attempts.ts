import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'

/** Counts in a window that begins with the first attempt. */
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

export const clearAttempts = async (query: DbQuery, key: string): Promise<void> => {
  await query.deleteFrom('sign_in_attempts').where('key', '=', key).execute()
}

/** Clears all keys with a prefix, which must hold no wildcard. */
export const clearAttemptsUnder = async (query: DbQuery, beginning: string): Promise<void> => {
  await query.deleteFrom('sign_in_attempts').where('key', 'like', `${beginning}%`).execute()
}

export const uncountAttempt = async (query: DbQuery, key: string): Promise<void> => {
  await query
    .updateTable('sign_in_attempts')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
    .where('key', '=', key)
    .where('attempts', '>', 0)
    .execute()
}

export const deleteOldAttempts = async (query: DbQuery, now: Date): Promise<void> => {
  await query.deleteFrom('sign_in_attempts').where('until', '<=', now).execute()
}
