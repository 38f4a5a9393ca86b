import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'

/**
 * Sets the next runs of due schedules. Returns their names. A new one is due, and so is one in the
 * future after a clock moved back.
 */
export const claimSchedules = async (
  query: DbQuery,
  { schedules, now }: { schedules: readonly { name: string; everyMs: number }[]; now: Date },
): Promise<Set<string>> => {
  const names = schedules.map(({ name }) => name)
  const nextAts = schedules.map(({ everyMs }) => new Date(now.getTime() + everyMs))
  // Ordered, so that concurrent claims never deadlock.
  const { rows } = await sql<{ name: string }>`
    INSERT INTO schedules (name, next_at)
    SELECT name, next_at FROM unnest(${names}::text[], ${nextAts}::timestamptz[]) AS due (name, next_at)
    ORDER BY name
    ON CONFLICT (name) DO UPDATE SET next_at = excluded.next_at
      WHERE schedules.next_at <= ${now} OR schedules.next_at > excluded.next_at
    RETURNING name`.execute(query)
  return new Set(rows.map(({ name }) => name))
}

/** `undefined`: it has never run. */
export const nextRunOf = async (query: DbQuery, name: string): Promise<Date | undefined> => {
  const schedule = await query
    .selectFrom('schedules')
    .select('next_at')
    .where('name', '=', name)
    .executeTakeFirst()
  return schedule?.next_at
}
