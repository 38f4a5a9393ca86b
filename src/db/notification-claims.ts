import { sql } from 'kysely'
import type { OrderId } from '../domain/ids.ts'
import type { DbQuery } from './db.ts'
import { nextTimes } from './notification-facts.ts'
import type { TaskRow } from './outbox.ts'
import { dueTasks, type Taking } from './task-rooms.ts'

/** A notification that this process has claimed, and begins with. */
export interface ClaimedNotification extends TaskRow {
  order_id: OrderId
  /** The time that it bears: see `nextTimes`. */
  message_at: Date
}

/** Of an order, one at a time: what a person wants tried before the others, of those the oldest. */
const andIsNextOfOrder = (now: Date) => sql`AND NOT EXISTS (
  SELECT FROM tasks other WHERE other.order_id = tasks.order_id AND other.by_sets
    AND (other.state = 'running' OR (other.state = 'ready' AND other.run_at <= ${now}
      AND (NOT other.passes_circuit, other.id) < (NOT tasks.passes_circuit, tasks.id))))`

/**
 * Claims notifications that are due, and begins a try of each, in one statement: see `dueTasks`. Of an
 * order one at a time. Gives each its time, later than that of every one before about its order; what is
 * read afterwards of the order may be newer than that, never older. Returns them in the order in
 * which they were due.
 */
export const claimNotifications = async (
  query: DbQuery,
  { processId, ...taking }: Omit<Taking, 'bySets'> & { processId: number },
): Promise<ClaimedNotification[]> => {
  const { now } = taking
  const { rows } = await sql<ClaimedNotification>`
    WITH RECURSIVE ${dueTasks({ ...taking, bySets: true }, andIsNextOfOrder(now))}, taken AS (
      UPDATE tasks SET state = 'running', tries = tries + 1, claims = claims + 1, handed_at = now(),
        process_id = ${processId}
      FROM due WHERE tasks.id = due.id
      RETURNING tasks.*
    ), times AS (${nextTimes(sql`SELECT order_id FROM taken`, now)}), unhurried AS (
      -- What a crash of the database takes back of a claim is claimed again, so its commit does not wait
      -- for the disk.
      SELECT set_config('synchronous_commit', 'off', true)
    )
    SELECT taken.*, times.at AS message_at FROM taken JOIN times ON times.order_id = taken.order_id
    WHERE (SELECT count(*) FROM unhurried) > 0 ORDER BY run_at, id`.execute(query)
  return rows
}
