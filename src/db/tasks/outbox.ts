import { CompiledQuery, type Selectable, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { arraysOf, givenRows, inserting } from '../rows.ts'
import type { TaskNeeds } from '../tables/tasks.ts'
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
  runAt: Date
  now: Date
}

/** Joins the transaction of the change that causes the task. */
export const addTask = (query: DbQuery, task: NewTask): Promise<void> => addTasks(query, [task])

export const addTasks = async (query: DbQuery, all: readonly NewTask[]): Promise<void> => {
  const tasks = withoutRepeated(all)
  if (tasks.length === 0) return
  const text = tasks.some(({ unlessWaiting }) => unlessWaiting) ? ADD_UNLESS_WAITING : ADD
  const given = arraysOf(tasks.map(taskRow), GIVEN_COLUMNS)
  const { rows: added } = await query.executeQuery<AddedTask>(CompiledQuery.raw(text, given))
  await dropSpentTasks(query, added)
}

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

export const taskRow = (task: NewTask) => ({
  kind: task.kind,
  needs: task.needs,
  store_id: task.storeId,
  order_id: task.orderId ?? null,
  unique_key: task.uniqueKey ?? null,
  waiting_key: task.unlessWaiting?.key ?? null,
  patiently: task.unlessWaiting?.patiently ?? false,
  payload: JSON.stringify(task.payload),
  run_at: task.runAt,
  created_at: task.now,
})

export type AddedTask = Pick<TaskRow, 'id' | 'needs' | 'unique_key'>

/**
 * Deletes new notification tasks with a used key. After the insert, because a concurrent retention
 * that removed the conflicting row has recorded its key.
 */
export const dropSpentTasks = async (
  query: DbQuery,
  added: readonly AddedTask[],
): Promise<void> => {
  const toNotify = added.filter(({ needs, unique_key }) => needs === 'shop' && unique_key !== null)
  if (toNotify.length === 0) return
  await sql`
    DELETE FROM tasks USING unnest(${toNotify.map(({ id }) => String(id))}::bigint[],
      ${toNotify.map(({ unique_key }) => unique_key)}::text[]) AS added (id, unique_key)
    WHERE tasks.id = added.id AND EXISTS (SELECT FROM spent_task_keys
      WHERE digest = sha256(convert_to(added.unique_key, 'UTF8')))`.execute(query)
}

export const TASK_COLUMNS = [
  ...(['kind', 'needs', 'store_id', 'order_id', 'unique_key'] as const),
  ...(['waiting_key', 'payload', 'run_at', 'created_at'] as const),
]

/** SQL that inserts tasks and returns the new ones. */
export const addingTasks = (from: string, where = 'true'): string =>
  `${inserting('tasks', TASK_COLUMNS, from)} WHERE ${where}
  ON CONFLICT (unique_key) DO NOTHING RETURNING id, needs, unique_key`

const GIVEN_COLUMNS = [...TASK_COLUMNS, 'patiently']
const ADD = addingTasks(givenRows(GIVEN_COLUMNS))
const ADD_UNLESS_WAITING = addingTasks(
  givenRows(GIVEN_COLUMNS),
  `NOT EXISTS (
    SELECT FROM tasks WHERE tasks.waiting_key = given.waiting_key AND state IN ('ready', 'queued')
      AND (tasks.run_at <= given.run_at OR given.patiently))`,
)
