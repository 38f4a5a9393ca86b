import { z } from 'zod'
import { countReplayableTasks } from '../../../db/events/replays.ts'
import { TASK_STATES } from '../../../db/tables/tasks.ts'
import { tasksOfStores } from '../../../db/tasks/task-history.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { replayTasks } from '../../../payments/ports/replay-tasks.ts'
import { instant } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { listFields, orderReference, storeIdField } from '../operator/list-schemas.ts'
import { defineList, scopeOfList } from '../operator/lists.ts'
import { withStoreAndOrder } from '../orders/views-of-stores.ts'
import { defineOperatorRoute, type OperatorRoute } from '../route.ts'
import { taskView } from './task-schemas.ts'
import { viewsOfTasks } from './tasks.ts'

const taskOfStore = taskView
  .omit({ order_id: true })
  .extend({ store_id: storeIdField, order: orderReference.nullable() })
  .meta({ id: 'TaskOfStore' })

const listTasks = defineList({
  path: '/operator/v1/tasks',
  operationId: 'listTasks',
  tag: 'Tasks',
  summary: 'List tasks of all stores, newest first',
  list: 'tasks',
  filters: {
    state: z.enum([...TASK_STATES, 'all']).default('dead'),
    kind: plainText(100).optional(),
  },
  row: taskOfStore,
  id: 'TasksOfStores',
  description: 'A page of tasks',
  read: async (input, scope) => {
    const { ctx, query } = input
    const { rows, next } = await tasksOfStores(ctx.db.query, {
      ...scope,
      states: query.state === 'all' ? undefined : [query.state],
      kinds: query.kind === undefined ? undefined : [query.kind],
    })
    const data = await withStoreAndOrder(ctx.db.query, rows, await viewsOfTasks(ctx, rows))
    return { data, next }
  },
})

const replayFilter = z
  .strictObject({
    store_id: listFields.store_id,
    kind: plainText(100).optional(),
    died_after: instant.optional(),
    died_before: instant.optional(),
    dry: z.boolean().default(true).meta({
      description: 'Say what would be done again, and do nothing. Only `false` does it.',
    }),
  })
  .refine(
    ({ store_id, kind, died_after, died_before }) =>
      store_id !== undefined || Boolean(kind ?? died_after ?? died_before),
    { path: ['kind'], error: 'Say which tasks: by store, by kind, or by when they died' },
  )
  .meta({ id: 'ReplayFilter', example: { kind: 'ask-gateway', dry: true } })

const replayReport = z
  .object({
    dry: z.boolean(),
    tasks: z.array(
      z.object({
        store_id: storeIdField,
        kind: z.string(),
        count: z.int(),
        oldest: z.iso.datetime(),
      }),
    ),
    replayed: z.int().meta({ description: 'How many are done again; 0 of a dry run.' }),
    more: z.boolean().meta({ description: 'Some were left: ask again.' }),
  })
  .meta({ id: 'ReplayReport' })

const replayByFilter = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/tasks/replay',
  operationId: 'replayTasks',
  tag: 'Tasks',
  scope: 'checkout',
  summary: 'Replay the dead tasks that match a filter, or count them',
  body: replayFilter,
  isUnaudited: ({ dry }) => dry,
  answers: { 200: { description: 'What is or would be done again', schema: replayReport } },
  problems: {
    404: 'The person has no such store',
    422: 'There is no filter, or it is not valid',
  },
  handle: async (input) => {
    const { ctx, body } = input
    const scope = await scopeOfList(input, 'tasks', { store_id: body.store_id, limit: 1 })
    if (scope.outcome === 'refused') return scope.answer
    const filter = { kind: body.kind, diedAfter: body.died_after, diedBefore: body.died_before }
    const { query } = ctx.db
    const counts = await countReplayableTasks(query, { storeIds: scope.storeIds, ...filter })
    const tasks = counts.map(({ oldest, ...count }) => ({ ...count, oldest: oldest.toISOString() }))
    let replayed = 0
    let more = false
    const withDead = body.dry ? [] : [...new Set(counts.map(({ store_id: id }) => id))]
    for (const storeId of withDead) {
      const done = await replayTasks({ query, now: ctx.clock.now(), storeId }, filter)
      replayed += done.replayed
      more ||= done.more
    }
    if (replayed > 0) ctx.signals.send(WORK_SIGNAL)
    return { status: 200, body: { dry: body.dry, tasks, replayed, more } }
  },
})

export const taskRoutes: readonly OperatorRoute[] = [listTasks, replayByFilter]
