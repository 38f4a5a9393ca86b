import { type Selectable, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery, RefundRow } from '../db.ts'
import { allOf, ifGiven } from '../lists/conditions.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'
import type { TaskNeeds, TaskState } from '../tables/tasks.ts'
import type { DbTables } from '../tables.ts'
import type { TaskRow } from './outbox.ts'

export type TaskFailureRow = Selectable<DbTables['task_failures']>

export interface TaskFilter {
  states?: readonly TaskState[] | undefined
  kinds?: readonly string[] | undefined
  needs?: TaskNeeds | undefined
  /** `null`: tasks without a note. */
  note?: string | null | undefined
  orderId?: OrderId | undefined
  before?: bigint | undefined
  limit: number
}

/** Lists tasks newest first. */
export const listTasks = (
  query: DbQuery,
  storeId: StoreId | undefined,
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

/** Lists tasks newest first; a filter reads 5,000 rows at most. */
export const tasksOfStores = (
  query: DbQuery,
  { states, kinds, note, ...page }: PageOfStores & Pick<TaskFilter, 'states' | 'kinds' | 'note'>,
): RowsOfStores<TaskRow> => {
  const isDead = states?.length === 1 && states[0] === 'dead'
  return readRows(query, {
    table: 'tasks',
    ...page,
    indexed: isDead ? sql`row.state = 'dead'` : undefined,
    filter: allOf([
      isDead ? undefined : ifGiven(states, (value) => sql`row.state = ANY (${value}::text[])`),
      ifGiven(kinds, (value) => sql`row.kind = ANY (${value}::text[])`),
      ifGiven(note, (value) => sql`row.note IS NOT DISTINCT FROM ${value}`),
    ]),
  })
}

const MOST_OF_ORDER = 200

export const tasksOfOrder = (
  query: DbQuery,
  { orderId, kinds }: { orderId: OrderId; kinds: readonly string[] },
): Promise<TaskRow[]> =>
  query
    .selectFrom('tasks')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', anyOf(kinds))
    .orderBy('id', 'desc')
    .limit(MOST_OF_ORDER)
    .execute()

export const findTask = (
  query: DbQuery,
  { storeId, id }: { storeId: StoreId | undefined; id: bigint },
): Promise<TaskRow | undefined> => {
  const task = query.selectFrom('tasks').selectAll().where('id', '=', id)
  return (storeId === undefined ? task : task.where('store_id', '=', storeId)).executeTakeFirst()
}

export interface TaskFailures {
  /** Oldest first. */
  latest: TaskFailureRow[]
  /** Number of failures before `latest`. */
  earlier: number
}

/** Returns failed tries, the last `most` in full. */
export const failuresOfTasks = async (
  query: DbQuery,
  ids: readonly bigint[],
  { most }: { most: number },
): Promise<Map<bigint, TaskFailures>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<TaskFailureRow & { nth: number }>`
    SELECT * FROM (
      SELECT *, row_number() OVER (PARTITION BY task_id ORDER BY try)::int AS nth,
        count(*) OVER (PARTITION BY task_id) AS count
      FROM task_failures WHERE task_id = ANY (${ids}::bigint[])
    ) numbered WHERE nth > count - ${most}::int ORDER BY task_id, nth`.execute(query)
  const ofTasks = Map.groupBy(rows, ({ task_id }) => task_id)
  return new Map(
    [...ofTasks].map(([id, latest]) => [id, { latest, earlier: (latest[0]?.nth ?? 1) - 1 }]),
  )
}

export const latestReplays = async (
  query: DbQuery,
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

/** Returns the newest task per refund id. */
export const tasksOfRefunds = async (
  query: DbQuery,
  { kind, refunds }: { kind: string; refunds: readonly Pick<RefundRow, 'id' | 'order_id'>[] },
): Promise<Map<string, TaskRow>> => {
  if (refunds.length === 0) return new Map()
  const { rows } = await sql<TaskRow>`
    SELECT * FROM tasks WHERE order_id = ANY (${refunds.map(({ order_id }) => order_id)})
      AND kind = ${kind} AND payload ->> 'refundId' = ANY (${refunds.map(({ id }) => id)})
    ORDER BY id`.execute(query)
  return new Map(rows.map((row) => [String(row.payload.refundId), row]))
}
