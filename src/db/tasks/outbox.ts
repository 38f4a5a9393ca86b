import type { CompiledQuery, Selectable } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { executeTogether } from '../../runtime/postgres/statements/joined-statements.ts'
import { currentTraceparent } from '../../runtime/tracing/current-trace.ts'
import type { DbQuery } from '../db.ts'
import { givenRows, inserting, writing } from '../rows.ts'
import { isEndpointNeed, type TaskNeeds } from '../tables/tasks.ts'
import type { DbTables } from '../tables.ts'

export type TaskRow = Selectable<DbTables['tasks']>

export interface NewTask {
  kind: string
  needs: TaskNeeds
  storeId: StoreId
  orderId?: OrderId | undefined
  /** A storefront notification's key stays used after retention. */
  uniqueKey?: string | undefined
  /**
   * Skips the insert while a task with this key waits and is due no later; `patiently`: while any
   * waits.
   */
  unlessWaiting?: { key: string; patiently: boolean }
  payload: Record<string, unknown>
  /** Of the payload, 1 by default. */
  version?: number | undefined
  runAt: Date
  now: Date
  /** Of the trace that it belongs to. Default: of the current span. */
  traceparent?: string | undefined
}

/** Joins the transaction of the change that causes the task. */
export const addTask = (query: DbQuery, task: NewTask): Promise<void> => addTasks(query, [task])

export const addTasks = async (query: DbQuery, tasks: readonly NewTask[]): Promise<void> => {
  await executeTogether(query, [...addingTasks(tasks), ...droppingSpentTasks(tasks)])
}

export const addingTasks = (all: readonly NewTask[]): CompiledQuery[] => {
  const tasks = withoutRepeated(all)
  const { columns, always, unlessWaiting } = isTraced(tasks) ? ADDS_TRACED : ADDS
  const text = tasks.some((task) => task.unlessWaiting) ? unlessWaiting : always
  return writing(text, [columns, taskRows(tasks)])
}

/** Whether to write `traceparent`. Without tracing, statements leave the column out. */
export const isTraced = (tasks: readonly NewTask[]): boolean =>
  currentTraceparent() !== undefined || tasks.some(({ traceparent }) => traceparent)

const withoutRepeated = (tasks: readonly NewTask[]): NewTask[] => {
  const dueAt = new Map<string, Date>()
  return tasks.filter(({ unlessWaiting, runAt }) => {
    if (!unlessWaiting) return true
    const { key, patiently } = unlessWaiting
    const due = dueAt.get(key)
    if (due && (patiently || due <= runAt)) return false
    dueAt.set(key, runAt)
    return true
  })
}

export const taskRows = (tasks: readonly NewTask[]): object[] => {
  if (!isTraced(tasks)) return tasks.map(taskRow)
  const current = currentTraceparent()
  return tasks.map((task) => ({ ...taskRow(task), traceparent: task.traceparent ?? current }))
}

const taskRow = (task: NewTask) => ({
  kind: task.kind,
  needs: task.needs,
  store_id: task.storeId,
  order_id: task.orderId ?? null,
  unique_key: task.uniqueKey ?? null,
  waiting_key: task.unlessWaiting?.key ?? null,
  patiently: task.unlessWaiting?.patiently ?? false,
  payload: JSON.stringify(task.payload),
  version: task.version ?? 1,
  run_at: task.runAt,
  created_at: task.now,
})

/** Returns whether the task notifies a store, or syncs with it. */
export const isForStore = ({ needs }: Pick<NewTask, 'needs'>): boolean =>
  needs === 'shop' || isEndpointNeed(needs)

const DROP_SPENT = `
  DELETE FROM tasks USING spent_task_keys, ${givenRows(['unique_key'])}
  WHERE digest = sha256(convert_to(given.unique_key, 'UTF8'))
    AND tasks.unique_key = given.unique_key`

/**
 * Deletes new notification tasks with a used key. After the insert, because a concurrent retention
 * that removed the conflicting row has recorded its key.
 */
export const droppingSpentTasks = (added: readonly NewTask[]): CompiledQuery[] => {
  const toNotify = added.filter((task) => task.uniqueKey && isForStore(task))
  return writing(DROP_SPENT, [
    ['unique_key'],
    toNotify.map(({ uniqueKey }) => ({ unique_key: uniqueKey })),
  ])
}

export const TASK_COLUMNS = [
  ...(['kind', 'needs', 'store_id', 'order_id', 'unique_key'] as const),
  ...(['waiting_key', 'payload', 'version', 'run_at', 'created_at'] as const),
]

export const TRACED_TASK_COLUMNS = [...TASK_COLUMNS, 'traceparent' as const]

/** SQL that inserts tasks with new keys. */
export const insertingTasks = (
  columns: typeof TASK_COLUMNS | typeof TRACED_TASK_COLUMNS,
  from: string,
  where = 'true',
): string =>
  `${inserting('tasks', columns, from)} WHERE ${where}
  ON CONFLICT (unique_key) DO NOTHING`

const addsOf = (written: typeof TASK_COLUMNS | typeof TRACED_TASK_COLUMNS) => {
  const columns = [...written, 'patiently']
  const from = givenRows(columns)
  return {
    columns,
    always: insertingTasks(written, from),
    unlessWaiting: insertingTasks(
      written,
      from,
      `NOT EXISTS (
    SELECT FROM tasks WHERE tasks.waiting_key = given.waiting_key AND state IN ('ready', 'queued')
      AND (tasks.run_at <= given.run_at OR given.patiently))`,
    ),
  }
}
const ADDS = addsOf(TASK_COLUMNS)
const ADDS_TRACED = addsOf(TRACED_TASK_COLUMNS)
