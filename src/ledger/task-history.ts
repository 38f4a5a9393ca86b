import type { Selectable } from 'kysely'
import type { LedgerQuery } from './ledger.ts'
import type { TaskRow } from './outbox.ts'
import type { LedgerTables, TaskNeeds, TaskState } from './tables.ts'

export type TaskFailureRow = Selectable<LedgerTables['task_failures']>

export interface TaskFilter {
  states?: readonly TaskState[] | undefined
  kinds?: readonly string[] | undefined
  needs?: TaskNeeds | undefined
  /** `null`: tasks of which "done" says it all. */
  note?: string | null | undefined
  /** Our id of an order. */
  orderId?: string | undefined
  before?: bigint | undefined
  limit: number
}

/** Tasks of a store, or of all, the newest first. */
export const listTasks = (
  query: LedgerQuery,
  storeId: string | undefined,
  filter: TaskFilter,
): Promise<TaskRow[]> => {
  let tasks = query.selectFrom('tasks').selectAll()
  if (storeId !== undefined) tasks = tasks.where('store_id', '=', storeId)
  if (filter.states) tasks = tasks.where('state', 'in', filter.states)
  if (filter.kinds) tasks = tasks.where('kind', 'in', filter.kinds)
  if (filter.needs) tasks = tasks.where('needs', '=', filter.needs)
  if (filter.note === null) tasks = tasks.where('note', 'is', null)
  else if (filter.note !== undefined) tasks = tasks.where('note', '=', filter.note)
  if (filter.orderId !== undefined) tasks = tasks.where('order_id', '=', filter.orderId)
  if (filter.before !== undefined) tasks = tasks.where('id', '<', filter.before)
  return tasks.orderBy('id', 'desc').limit(filter.limit).execute()
}

/** A task of a store, or of any. */
export const findTask = (
  query: LedgerQuery,
  { storeId, id }: { storeId: string | undefined; id: bigint },
): Promise<TaskRow | undefined> => {
  const task = query.selectFrom('tasks').selectAll().where('id', '=', id)
  return (storeId === undefined ? task : task.where('store_id', '=', storeId)).executeTakeFirst()
}

/** The failed tries of each task, the first one first. */
export const failuresOfTasks = async (
  query: LedgerQuery,
  ids: readonly bigint[],
): Promise<Map<bigint, TaskFailureRow[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await query
    .selectFrom('task_failures')
    .selectAll()
    .where('task_id', 'in', ids)
    .orderBy('task_id')
    .orderBy('try')
    .execute()
  return Map.groupBy(rows, ({ task_id }) => task_id)
}

/** The newest replay of each of these tasks that has one. */
export const latestReplays = async (
  query: LedgerQuery,
  ids: readonly bigint[],
): Promise<Map<bigint, TaskRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await query
    .selectFrom('tasks')
    .selectAll()
    .where('replay_of', 'in', ids)
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.replay_of ?? row.id, row]))
}
