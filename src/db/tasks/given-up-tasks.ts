import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'
import { lockTask } from '../events/replays.ts'
import type { TaskRow } from './outbox.ts'
import { latestReplays } from './task-history.ts'

export interface GivenUpTask extends TaskRow {
  order_id: NonNullable<TaskRow['order_id']>
  /** Whether another task has done the same since. */
  is_repeated: boolean
  /** Whether another notification of this type has reached the store since. */
  is_notified: boolean
}

/** Upper bound on tasks per run, the newest first. */
const MOST_CHECKED = 1_000

/** Lists dead tasks of orders with an open alert and without a live replay. */
export const givenUpTasksOfOrders = async (query: DbQuery): Promise<GivenUpTask[]> => {
  const { rows } = await sql<GivenUpTask>`
    SELECT tasks.*,
      EXISTS (
        SELECT FROM tasks other
        WHERE other.order_id = tasks.order_id AND other.kind = tasks.kind
          AND other.payload = tasks.payload AND other.state = 'done'
          AND other.ended_at > tasks.ended_at
      ) AS is_repeated,
      tasks.kind = 'notify-storefront' AND EXISTS (
        SELECT FROM timeline
        WHERE timeline.order_id = tasks.order_id AND timeline.kind = 'storefront_told'
          AND at > tasks.ended_at AND details->>'type' = tasks.payload->>'type'
      ) AS is_notified
    FROM alerts JOIN tasks
      ON tasks.id = CASE WHEN alerts.subject ~ '^[0-9]{1,18}$' THEN alerts.subject::bigint END
    WHERE alerts.kind = 'task_given_up' AND alerts.closed_at IS NULL
      AND tasks.state = 'dead' AND tasks.order_id IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM tasks replays WHERE replays.replay_of = tasks.id AND replays.state <> 'dead'
      )
    ORDER BY alerts.id DESC LIMIT ${MOST_CHECKED}`.execute(query)
  return rows
}

/** Ends a dead task with its dead replays as skipped; `false` if a replay has begun. */
export const skipDeadTask = async (trx: DbQuery, id: bigint): Promise<boolean> => {
  const task = await lockTask(trx, id)
  const replay = (await latestReplays(trx, [id])).get(id)
  if (task?.state !== 'dead' || (replay && replay.state !== 'dead')) return false
  await trx
    .updateTable('tasks')
    .set({ state: 'done', note: 'left-out' })
    .where('state', '=', 'dead')
    .where((where) => where.or([where('id', '=', id), where('replay_of', '=', id)]))
    .execute()
  return true
}
