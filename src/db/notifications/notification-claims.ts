import { sql } from 'kysely'
import type { OrderId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import type { TaskRow } from '../tasks/outbox.ts'
import { type ClaimRequest, dueTasks } from '../tasks/task-rooms.ts'
import { nextTimes } from './notification-facts.ts'

export interface ClaimedNotification extends TaskRow {
  order_id: OrderId
  /** See `nextTimes`. */
  message_at: Date
}

/** Picks one task per order: one that an operator forces, else the oldest. */
const andIsNextOfOrder = (now: Date) => sql`AND NOT EXISTS (
  SELECT FROM tasks other WHERE other.order_id = tasks.order_id AND other.by_sets
    AND (other.state = 'running' OR (other.state = 'ready' AND other.run_at <= ${now}
      AND (NOT other.passes_circuit, other.id) < (NOT tasks.passes_circuit, tasks.id))))`

/**
 * Claims due notifications, one per order, in one statement (see `dueTasks`). Assigns timestamps
 * that increase per order; facts read afterwards may be newer, never older. Returns them by due
 * time.
 */
export const claimNotifications = async (
  query: DbQuery,
  { processId, ...request }: Omit<ClaimRequest, 'inBatches'> & { processId: number },
): Promise<ClaimedNotification[]> => {
  const { now } = request
  const { rows } = await sql<ClaimedNotification>`
    WITH RECURSIVE ${dueTasks({ ...request, inBatches: true }, andIsNextOfOrder(now))}, taken AS (
      UPDATE tasks SET state = 'running', tries = tries + 1, claims = claims + 1, handed_at = now(),
        process_id = ${processId}
      FROM due WHERE tasks.id = due.id
      RETURNING tasks.*
    ), times AS (${nextTimes(sql`SELECT order_id FROM taken`, now)}), unhurried AS (
      -- Asynchronous commit: if the database crashes and loses the claim, a worker claims the task
      -- again.
      SELECT set_config('synchronous_commit', 'off', true)
    )
    SELECT taken.*, times.at AS message_at FROM taken JOIN times ON times.order_id = taken.order_id
    WHERE (SELECT count(*) FROM unhurried) > 0 ORDER BY run_at, id`.execute(query)
  return rows
}
