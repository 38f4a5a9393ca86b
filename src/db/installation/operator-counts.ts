import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'

export interface Count {
  of: string
  count: number
}

export const countOpenAlerts = async (query: DbQuery): Promise<Count[]> => {
  const { rows } = await sql<Count>`
    SELECT kind AS of, count(*)::int AS count FROM alerts WHERE closed_at IS NULL
    GROUP BY kind`.execute(query)
  return rows
}

/** Counts tasks by state; each state has a partial index. */
export const countTasks = async (query: DbQuery): Promise<Count[]> => {
  const { rows } = await sql<Count>`
    SELECT 'ready' AS of, count(*)::int AS count FROM tasks WHERE state = 'ready'
    UNION ALL
    SELECT state, count(*)::int FROM tasks WHERE state IN ('queued', 'running') GROUP BY state
    UNION ALL
    SELECT 'dead', count(*)::int FROM tasks WHERE state = 'dead'`.execute(query)
  return rows
}

/** Counts unsent notifications by platform. */
export const countWaitingNotifications = async (query: DbQuery): Promise<Count[]> => {
  const { rows } = await sql<Count>`
    SELECT stores.platform AS of, sum(waiting.count)::int AS count
    FROM (
      SELECT store_id, count(*) AS count FROM tasks WHERE by_sets AND state = 'ready' GROUP BY store_id
    ) waiting JOIN stores ON stores.id = waiting.store_id
    GROUP BY stores.platform`.execute(query)
  return rows
}

/** Counts open and paused circuits of storefronts and gateway accounts. */
export const countOpenCircuits = async (query: DbQuery): Promise<Count[]> => {
  const { rows } = await sql<Count>`
    SELECT split_part(name, ':', 1) AS of, count(*)::int AS count FROM circuits
    WHERE open_until IS NOT NULL OR paused_at IS NOT NULL
    GROUP BY 1`.execute(query)
  return rows
}
