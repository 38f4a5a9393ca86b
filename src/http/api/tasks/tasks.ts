import { z } from 'zod'
import type { DbQuery } from '../../../db/db.ts'
import type { PageOfStores } from '../../../db/lists/page-of-stores.ts'
import { TASK_STATES, type TaskState } from '../../../db/tables/tasks.ts'
import type { TaskRow } from '../../../db/tasks/outbox.ts'
import { findTask, tasksOfStores } from '../../../db/tasks/task-history.ts'
import { NO_ROW, taskIdOf, taskName } from '../../../domain/public-ids.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { replayTask } from '../../../payments/ports/replay-tasks.ts'
import { tryTaskNow } from '../../../payments/tasks/try-now.ts'
import { notFound, problem } from '../../../runtime/http/problem.ts'
import type { ProblemCode } from '../../../runtime/http/problem-codes.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { pageOf } from '../merchant/pages.ts'
import { defineResourceList } from '../operator/lists.ts'
import { byTask } from '../operator/locate.ts'
import { withStoreAndOrder } from '../orders/views-of-stores.ts'
import { type Answer, defineMerchantRoute, type MerchantRoute, refuse } from '../route.ts'
import { taskOfStore, taskView, viewsOfTasks } from './task-view.ts'

const listedState = z.enum([...TASK_STATES, 'all']).default('dead')

interface TaskQuery {
  state: TaskState | 'all'
  kind?: string | undefined
  order_id?: string | undefined
}

const readTasks = (query: DbQuery, { state, kind, order_id, ...page }: PageOfStores & TaskQuery) =>
  tasksOfStores(query, {
    ...page,
    states: state === 'all' ? undefined : [state],
    kinds: kind === undefined ? undefined : [kind],
    orderExternalId: order_id,
  })

export const listTasks = (kinds: readonly string[]): MerchantRoute =>
  defineResourceList({
    list: 'tasks',
    description: 'A page of tasks',
    ofStore: {
      path: '/v1/tasks',
      operationId: 'listTasks',
      tag: 'Tasks',
      summary: 'List tasks, newest first',
      filters: {
        state: listedState,
        kind: z.enum(kinds).optional(),
        order_id: plainText(191).optional().describe("The shop's id of an order."),
      },
      page: pageOf(taskView, 'TaskList'),
      read: readTasks,
      views: viewsOfTasks,
    },
    acrossStores: {
      summary: 'List tasks of all stores, newest first',
      filters: { state: listedState, kind: plainText(100).optional() },
      row: taskOfStore,
      id: 'TasksOfStores',
      read: readTasks,
      views: withStoreAndOrder(viewsOfTasks),
    },
  })

export const readTaskOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/tasks/{id}',
  scope: 'read',
  operationId: 'readTask',
  tag: 'Tasks',
  summary: 'Read a task with its failures and its reason for waiting',
  byPerson: { locate: byTask },
  answers: { 200: { description: 'The task', schema: taskView } },
  problems: { 404: 'The store has no such task' },
  handle: async ({ ctx, store, id }) => {
    const named = { storeId: store.id, id: taskIdOf(id) ?? NO_ROW }
    const task = await findTask(ctx.db.query, named)
    return task ? answerTask(ctx, 200, task) : refuse(NO_SUCH_TASK)
  },
})

export const tryTaskOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/tasks/{id}/try',
  scope: 'admin',
  operationId: 'tryTask',
  tag: 'Tasks',
  summary: 'Retry a waiting task now, even if its circuit is open',
  byPerson: { scope: 'checkout', locate: byTask },
  answers: { 200: { description: 'The task, now due', schema: taskView } },
  problems: {
    404: 'The store has no such task',
    409: 'The task is running (`task_under_way`) or has ended (`task_done`, `task_dead`)',
  },
  handle: async ({ ctx, store, id }) => {
    const trying = { query: ctx.db.query, now: ctx.clock.now(), storeId: store.id }
    const outcome = await tryTaskNow(trying, taskIdOf(id) ?? NO_ROW)
    switch (outcome.outcome) {
      case 'no-such-task':
        return refuse(NO_SUCH_TASK)
      case 'not-waiting':
        return refuse(NOT_WAITING[outcome.state])
      case 'due':
        ctx.signals.send(WORK_SIGNAL)
        return answerTask(ctx, 200, outcome.task)
    }
  },
})

const NO_SUCH_TASK = notFound('The store has no such task')

const UNDER_WAY = problem({
  code: 'task_under_way',
  title: 'The task is running',
})

const NOT_WAITING = {
  queued: UNDER_WAY,
  running: UNDER_WAY,
  done: problem({ code: 'task_done', title: 'The task is done' }),
  dead: problem({
    code: 'task_dead',
    title: 'The task is dead; replay it instead',
  }),
} as const

export const replayTaskOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/tasks/{id}/replay',
  scope: 'admin',
  operationId: 'replayTask',
  tag: 'Tasks',
  summary: 'Replay a dead task',
  byPerson: { scope: 'checkout', locate: byTask },
  answers: {
    201: { description: 'The replay', schema: taskView },
    200: { description: 'The replay that is already in progress', schema: taskView },
  },
  problems: {
    404: 'The store has no such task',
    409: 'The task is not dead (`task_not_dead`), or a replay of it succeeded (`task_done_by_replay`)',
  },
  handle: async ({ ctx, store, id }) => {
    const replaying = { query: ctx.db.query, now: ctx.clock.now(), storeId: store.id }
    const outcome = await replayTask(replaying, taskIdOf(id) ?? NO_ROW)
    switch (outcome.outcome) {
      case 'no-such-task':
        return refuse(NO_SUCH_TASK)
      case 'not-dead':
        return refuseReplay('task_not_dead', `The task is ${outcome.state}, not dead`)
      case 'done-by-replay':
        return refuseReplay(
          'task_done_by_replay',
          `A replay of the task succeeded: ${taskName(outcome.task.id)}`,
        )
      case 'under-way':
        return answerTask(ctx, 200, outcome.task)
      case 'replayed':
        ctx.signals.send(WORK_SIGNAL)
        return answerTask(ctx, 201, outcome.task)
    }
  },
})

const refuseReplay = (code: ProblemCode, title: string): Answer => refuse(problem({ code, title }))

const answerTask = async (ctx: PaymentsContext, status: number, task: TaskRow): Promise<Answer> => {
  const [body] = await viewsOfTasks({ ctx }, [task])
  return { status, body }
}
