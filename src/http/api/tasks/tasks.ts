import type { z } from 'zod'
import type { StoreRow } from '../../../db/db.ts'
import { findOrderOfStore, ordersByIds } from '../../../db/orders/orders.ts'
import type { TaskRow } from '../../../db/tasks/outbox.ts'
import {
  failuresOfTasks,
  findTask,
  latestReplays,
  listTasks,
  type TaskFailureRow,
} from '../../../db/tasks/task-history.ts'
import { taskIdOf, taskName } from '../../../domain/public-ids.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../../../payments/ports/context.ts'
import {
  type ReplayOutcome,
  replayTask,
  replayTasks,
} from '../../../payments/ports/replay-tasks.ts'
import { tryTaskNow } from '../../../payments/tasks/try-now.ts'
import { viewOfWait, waitsOfTasks } from '../../../payments/tasks/waiting.ts'
import { notFound, problem } from '../../../runtime/http/problem.ts'
import type { ProblemCode } from '../../../runtime/http/problem-codes.ts'
import { cutPage, readPlace } from '../merchant/pages.ts'
import { byTask } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, type MerchantRoute, refuse } from '../route.ts'
import {
  RETRY_OF_FAILURE,
  replayAnswer,
  replayRequest,
  taskList,
  taskListQuery,
  taskView,
} from './task-schemas.ts'

export const listTasksOfStore = (kinds: readonly string[]): MerchantRoute =>
  defineMerchantRoute({
    method: 'get',
    path: '/v1/tasks',
    scope: 'read',
    operationId: 'listTasks',
    tag: 'Tasks',
    summary: 'List tasks, newest first',
    query: taskListQuery(kinds),
    answers: { 200: { description: 'A page of tasks', schema: taskList } },
    problems: { 422: 'A filter is not valid' },
    handle: async ({ ctx, store, query }) => {
      const place = readPlace(query.cursor, taskIdOf)
      if (place.outcome === 'refused') return place.answer
      const order = query.order_id
        ? await findOrderOfStore(ctx.db.query, store.id, query.order_id)
        : undefined
      if (query.order_id && !order) return { status: 200, body: { data: [], next_cursor: null } }
      const found = await listTasks(ctx.db.query, store.id, {
        states: query.state === 'all' ? undefined : [query.state],
        kinds: query.kind === undefined ? undefined : [query.kind],
        orderId: order?.id,
        before: place.before,
        limit: query.limit + 1,
      })
      const { page, last } = cutPage(found, query.limit)
      const next_cursor = last ? taskName(last.id) : null
      const data = await viewsOfTasks(ctx, page)
      return { status: 200, body: { data, next_cursor } satisfies z.input<typeof taskList> }
    },
  })

export const readTaskOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/tasks/{id}',
  scope: 'read',
  operationId: 'readTask',
  tag: 'Tasks',
  summary: 'Read a task with its failures and what it waits for',
  byPerson: {
    path: '/operator/v1/tasks/{id}',
    tag: 'Tasks',
    locate: byTask,
  },
  answers: { 200: { description: 'The task', schema: taskView } },
  problems: { 404: 'The store has no such task' },
  handle: async ({ ctx, store, id: name }) => {
    const id = taskIdOf(name)
    const task =
      id === undefined ? undefined : await findTask(ctx.db.query, { storeId: store.id, id })
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
  byPerson: {
    path: '/operator/v1/tasks/{id}/try',
    tag: 'Tasks',
    scope: 'checkout',
    locate: byTask,
  },
  answers: { 200: { description: 'The task, which is due now', schema: taskView } },
  problems: {
    404: 'The store has no such task',
    409: 'The task is being tried at this moment, or has ended',
  },
  handle: async ({ ctx, store, id: name }) => {
    const id = taskIdOf(name)
    const trying = { query: ctx.db.query, now: ctx.clock.now(), storeId: store.id }
    const outcome =
      id === undefined ? { outcome: 'no-such-task' as const } : await tryTaskNow(trying, id)
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
  status: 409,
  code: 'task_under_way',
  title: 'The task is being tried at this moment',
  retry: 'retry',
})

const NOT_WAITING = {
  queued: UNDER_WAY,
  running: UNDER_WAY,
  done: problem({ status: 409, code: 'task_done', title: 'The task is done', retry: 'permanent' }),
  dead: problem({
    status: 409,
    code: 'task_dead',
    title: 'The task was given up: replay it instead',
    retry: 'permanent',
  }),
} as const

export const replayTaskOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/tasks/{id}/replay',
  scope: 'admin',
  operationId: 'replayTask',
  tag: 'Tasks',
  summary: 'Replay a dead task',
  byPerson: {
    path: '/operator/v1/tasks/{id}/replay',
    tag: 'Tasks',
    scope: 'checkout',
    locate: byTask,
  },
  answers: {
    201: { description: 'The task that does it again', schema: taskView },
    200: { description: 'It is being done again already: by this task', schema: taskView },
  },
  problems: { 404: 'The store has no such task', 409: 'The task is not dead, or was done since' },
  handle: async ({ ctx, store, id }) => {
    const outcome = await replay(ctx, store, id)
    switch (outcome.outcome) {
      case 'no-such-task':
        return refuse(NO_SUCH_TASK)
      case 'not-dead':
        return refuseReplay('task_not_dead', `The task is ${outcome.state}, not dead`)
      case 'done-by-replay':
        return refuseReplay(
          'task_done_by_replay',
          `The task was replayed with success: ${taskName(outcome.task.id)}`,
        )
      case 'under-way':
        return answerTask(ctx, 200, outcome.task)
      case 'replayed':
        ctx.signals.send(WORK_SIGNAL)
        return answerTask(ctx, 201, outcome.task)
    }
  },
})

export const replayTasksOfStore = (kinds: readonly string[]): MerchantRoute =>
  defineMerchantRoute({
    method: 'post',
    path: '/v1/tasks/replay',
    scope: 'admin',
    operationId: 'replayTasks',
    tag: 'Tasks',
    summary: 'Replay dead tasks by kind and time of death',
    body: replayRequest(kinds),
    answers: { 200: { description: 'How many are done again', schema: replayAnswer } },
    problems: { 422: 'A filter is not valid' },
    handle: async ({ ctx, store, body }) => {
      const replaying = { query: ctx.db.query, now: ctx.clock.now(), storeId: store.id }
      const outcome = await replayTasks(replaying, {
        kind: body.kind,
        diedAfter: body.died_after ? new Date(body.died_after) : undefined,
        diedBefore: body.died_before ? new Date(body.died_before) : undefined,
      })
      ctx.signals.send(WORK_SIGNAL)
      return { status: 200, body: outcome satisfies z.input<typeof replayAnswer> }
    },
  })

const replay = async (
  ctx: PaymentsContext,
  store: StoreRow,
  name: string,
): Promise<ReplayOutcome> => {
  const id = taskIdOf(name)
  if (id === undefined) return { outcome: 'no-such-task' }
  const replaying = { query: ctx.db.query, now: ctx.clock.now(), storeId: store.id }
  return replayTask(replaying, id)
}

const refuseReplay = (code: ProblemCode, title: string): Answer =>
  refuse(problem({ status: 409, code, title, retry: 'permanent' }))

const answerTask = async (ctx: PaymentsContext, status: number, task: TaskRow): Promise<Answer> => {
  const [body] = await viewsOfTasks(ctx, [task])
  return { status, body }
}

export const viewsOfTasks = async (
  ctx: PaymentsContext,
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
      needs: task.needs,
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

const MOST_FAILURES = 50

const viewOfFailure = (row: TaskFailureRow) => ({
  try: row.try,
  at: row.at.toISOString(),
  [RETRY_OF_FAILURE]: row.retry,
  detail: row.detail,
})
