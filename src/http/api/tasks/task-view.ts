import { z } from 'zod'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { isEndpointNeed, TASK_STATES } from '../../../db/tables/tasks.ts'
import type { TaskRow } from '../../../db/tasks/outbox.ts'
import {
  failuresOfTasks,
  latestReplays,
  type TaskFailureRow,
} from '../../../db/tasks/task-history.ts'
import { taskName } from '../../../domain/public-ids.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { viewOfWait, waitsOfTasks } from '../../../payments/tasks/waiting.ts'
import { waitFields } from '../checkouts/schemas.ts'
import { storeAndOrder } from '../operator/list-schemas.ts'

/** Public name of a failure's retry advice. */
const RETRY_OF_FAILURE = 'remedy'

export const taskView = z
  .object({
    id: z.string().meta({ example: 'tsk_12' }),
    kind: z.string().meta({ example: 'ask-gateway' }),
    state: z.enum(TASK_STATES).meta({
      description:
        '`ready`: waits for its next try. `queued`: handed to a worker. `running`: in progress. `done`: completed. `dead`: Puente gave it up; a person can replay it.',
    }),
    needs: z
      .enum(['db', 'gateway', 'shop', 'endpoint'])
      .meta({ description: 'System that the task needs.' }),
    order_id: z.string().nullable().meta({
      description: "The shop's id of the order.",
      example: 'A-1',
    }),
    tries: z.int().meta({ description: 'Number of tries so far.' }),
    next_try_at: z.iso.datetime().nullable().meta({
      description:
        'Time of the next try; `null` without one. An open circuit can delay it until `waiting_until`.',
    }),
    ...waitFields,
    last_error: z.string().nullable().meta({ description: 'Latest error; `null` without one.' }),
    failures: z
      .array(
        z.object({
          try: z.int(),
          at: z.iso.datetime(),
          [RETRY_OF_FAILURE]: z.enum(['retry', 'permanent', 'ask-a-person']).meta({
            description:
              '`retry`: Puente tries again. `permanent`, `ask-a-person`: the task is dead; replay it once the cause is fixed.',
          }),
          detail: z.string(),
        }),
      )
      .meta({ description: 'Last 50 failed tries, oldest first.' }),
    earlier_failures: z.int().meta({
      description: 'Number of failed tries before those in `failures`.',
      example: 0,
    }),
    replay_of: z.string().nullable().meta({
      description: 'Id of the task that this one replays; otherwise `null`.',
      example: 'tsk_7',
    }),
    replayed_by: z
      .object({ id: z.string(), state: z.enum(TASK_STATES) })
      .nullable()
      .meta({ description: 'Latest replay of this task; `null` without one.' }),
    created_at: z.iso.datetime(),
    ended_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time at which it was done or given up; `null` before.' }),
  })
  .meta({ id: 'Task' })

export const taskOfStore = taskView
  .omit({ order_id: true })
  .extend(storeAndOrder)
  .meta({ id: 'TaskOfStore' })

const MOST_FAILURES = 50

export const viewsOfTasks = async (
  { ctx }: { ctx: PaymentsContext },
  tasks: readonly TaskRow[],
): Promise<z.input<typeof taskView>[]> => {
  const { query } = ctx.db
  const ids = tasks.map(({ id }) => id)
  const failures = await failuresOfTasks(query, ids, { most: MOST_FAILURES })
  const replays = await latestReplays(query, ids)
  const waits = await waitsOfTasks(query, tasks, ctx.clock.now())
  const orders = await ordersByIds(
    query,
    tasks.flatMap(({ order_id }) => order_id ?? []),
  )
  return tasks.map((task) => {
    const replayed = replays.get(task.id)
    const failed = failures.get(task.id)
    return {
      id: taskName(task.id),
      kind: task.kind,
      state: task.state,
      needs: isEndpointNeed(task.needs) ? 'endpoint' : task.needs,
      order_id: orders.get(task.order_id ?? '')?.external_id ?? null,
      tries: task.tries,
      next_try_at: task.state === 'ready' ? task.run_at.toISOString() : null,
      ...viewOfWait(waits.get(task.id)),
      last_error: task.last_error,
      failures: (failed?.latest ?? []).map(viewOfFailure),
      earlier_failures: failed?.earlier ?? 0,
      replay_of: task.replay_of === null ? null : taskName(task.replay_of),
      replayed_by: replayed ? { id: taskName(replayed.id), state: replayed.state } : null,
      created_at: task.created_at.toISOString(),
      ended_at: task.ended_at?.toISOString() ?? null,
    }
  })
}

const viewOfFailure = (row: TaskFailureRow) => ({
  try: row.try,
  at: row.at.toISOString(),
  [RETRY_OF_FAILURE]: row.retry,
  detail: row.detail,
})
