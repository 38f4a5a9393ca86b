import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'

/**
 * Claims a due schedule and sets its next run. A new one is due, and so is one in the future after
 * a clock moved back.
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
