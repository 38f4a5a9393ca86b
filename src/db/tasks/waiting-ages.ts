import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'
import { nextDueInMs, type TaskPath } from './task-rooms.ts'

/** Returns the age of the oldest unapplied event, or 0. */
export const oldestEventSeconds = async (query: DbQuery, now: Date): Promise<number> => {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT extract(epoch FROM ${now}::timestamptz - min(received_at))::float8 AS seconds
    FROM stores CROSS JOIN LATERAL (
      SELECT month, seq FROM inbox_waiting
      WHERE state = 'received' AND source = 'gateway' AND store_id = stores.id
      ORDER BY seq LIMIT 1
    ) first JOIN inbox USING (month, seq)`.execute(query)
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/** Returns how late the most overdue task is, except behind open circuits, or 0. */
export const oldestDueSeconds =
  (way: TaskPath) =>
  async (query: DbQuery, now: Date): Promise<number> => {
    const dueInMs = (await nextDueInMs(query, { ...way, now })) ?? 0
    return Math.max(0, -dueInMs / 1_000)
  }
