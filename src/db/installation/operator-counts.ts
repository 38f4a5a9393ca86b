import { type RawBuilder, sql } from 'kysely'
import type { DbQuery } from '../db.ts'

export interface Count {
  of: string
  count: number
}

const counting =
  (statement: RawBuilder<Count>) =>
  async (query: DbQuery): Promise<Count[]> =>
    (await statement.execute(query)).rows

export const countOpenAlerts = counting(sql`
  SELECT kind AS of, count(*)::int AS count FROM alerts WHERE closed_at IS NULL GROUP BY kind`)

/** Uses a partial index per state. */
export const countTasks = counting(sql`
  SELECT 'ready' AS of, count(*)::int AS count FROM tasks WHERE state = 'ready'
  UNION ALL
  SELECT state, count(*)::int FROM tasks WHERE state IN ('queued', 'running') GROUP BY state
  UNION ALL
  SELECT 'dead', count(*)::int FROM tasks WHERE state = 'dead'`)

export const countWaitingNotifications = counting(sql`
  SELECT stores.platform AS of, sum(waiting.count)::int AS count
  FROM (
    SELECT store_id, count(*) AS count FROM tasks WHERE by_sets AND state = 'ready' GROUP BY store_id
  ) waiting JOIN stores ON stores.id = waiting.store_id
  GROUP BY stores.platform`)

/** Counts open and paused circuits of storefronts, gateway accounts and endpoints. */
export const countOpenCircuits = counting(sql`
  SELECT split_part(name, ':', 1) AS of, count(*)::int AS count FROM circuits
  WHERE open_until IS NOT NULL OR paused_at IS NOT NULL
  GROUP BY 1`)
