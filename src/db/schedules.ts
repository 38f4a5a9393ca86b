import { sql } from 'kysely'
import type { DbQuery } from './db.ts'

/**
 * Takes a schedule that is due, for this process alone, and says when it is due next. A schedule
 * that nobody has taken yet is due at once, and so is one of a clock that was moved back.
 */
export const claimSchedule = async (
  query: DbQuery,
  { name, everyMs, now }: { name: string; everyMs: number; now: Date },
): Promise<boolean> => {
  const nextAt = new Date(now.getTime() + everyMs)
  const { rows } = await sql`
    INSERT INTO schedules (name, next_at) VALUES (${name}, ${nextAt})
    ON CONFLICT (name) DO UPDATE SET next_at = excluded.next_at
      WHERE schedules.next_at <= ${now} OR schedules.next_at > excluded.next_at
    RETURNING name`.execute(query)
  return rows.length > 0
}
