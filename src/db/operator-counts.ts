import { sql } from 'kysely'
import type { DbQuery } from './db.ts'

/** How many there are of something, by what it is counted by. */
export interface Count {
  of: string
  count: number
}

/** Alerts that are open, by kind. */
export const countOpenAlerts = async (query: DbQuery): Promise<Count[]> => {
  const { rows } = await sql<Count>`
    SELECT kind AS of, count(*)::int AS count FROM alerts WHERE closed_at IS NULL
    GROUP BY kind`.execute(query)
  return rows
}

/** Tasks that are not done, by state. Each state has an index of its own to be counted by. */
export const countTasks = async (query: DbQuery): Promise<Count[]> => {
  const { rows } = await sql<Count>`
    SELECT 'ready' AS of, count(*)::int AS count FROM tasks WHERE state = 'ready'
    UNION ALL
    SELECT state, count(*)::int FROM tasks WHERE state IN ('queued', 'running') GROUP BY state
    UNION ALL
    SELECT 'dead', count(*)::int FROM tasks WHERE state = 'dead'`.execute(query)
  return rows
}

/** Notifications that have not gone out, by the platform of their store. */
export const countWaitingNotifications = async (query: DbQuery): Promise<Count[]> => {
  const { rows } = await sql<Count>`
    SELECT stores.platform AS of, sum(waiting.count)::int AS count
    FROM (
      SELECT store_id, count(*) AS count FROM tasks WHERE by_sets AND state = 'ready' GROUP BY store_id
    ) waiting JOIN stores ON stores.id = waiting.store_id
    GROUP BY stores.platform`.execute(query)
  return rows
}

/** Circuits that are open or paused, by whom they lead to: `gateway` or `shop`. */
export const countOpenCircuits = async (query: DbQuery): Promise<Count[]> => {
  const { rows } = await sql<Count>`
    SELECT split_part(name, ':', 1) AS of, count(*)::int AS count FROM circuits
    WHERE open_until IS NOT NULL OR paused_at IS NOT NULL
    GROUP BY 1`.execute(query)
  return rows
}
