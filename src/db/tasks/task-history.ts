import { type Selectable, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery, RefundRow } from '../db.ts'
import { allOf, type Interval, ifGiven, isBetween } from '../lists/conditions.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'
import type { TaskState } from '../tables/tasks.ts'
import type { DbTables } from '../tables.ts'
import type { TaskRow } from './outbox.ts'

export type TaskFailureRow = Selectable<DbTables['task_failures']>

export type NotificationAttemptRow = Selectable<DbTables['delivery_attempts']>

/** Restricts by state, kind, creation time and more. */
export interface TaskFilter extends Interval {
  states?: readonly TaskState[] | undefined
  kinds?: readonly string[] | undefined
  /** `null`: tasks without a note. */
  note?: string | null | undefined
  /** The store's own id of an order. */
  orderExternalId?: string | undefined
  /** Types of notifications, or kinds of tasks without a type. */
  types?: readonly string[] | undefined
  endpointId?: string | undefined
}

export const tasksOfStores = (
  query: DbQuery,
  {
    states,
    kinds,
    note,
    orderExternalId,
    types,
    endpointId,
    from,
    to,
    ...page
  }: PageOfStores & TaskFilter,
): RowsOfStores<TaskRow> => {
  const isDead = states?.length === 1 && states[0] === 'dead'
  return readRows(query, {
    table: 'tasks',
    ...page,
    indexed: allOf([
      isDead ? sql`row.state = 'dead'` : undefined,
      ifGiven(
        orderExternalId,
        (id) => sql`row.order_id = ANY (ARRAY(
        SELECT id FROM orders WHERE store_id = ANY (${page.storeIds}::text[]) AND external_id = ${id}))`,
      ),
    ]),
    isIndexedById: isDead && orderExternalId === undefined,
    filter: allOf([
      isDead ? undefined : ifGiven(states, (value) => sql`row.state = ANY (${value}::text[])`),
      ifGiven(kinds, (value) => sql`row.kind = ANY (${value}::text[])`),
      ifGiven(note, (value) => sql`row.note IS NOT DISTINCT FROM ${value}`),
      ifGiven(
        types,
        (value) => sql`COALESCE(row.payload ->> 'type', row.kind) = ANY (${value}::text[])`,
      ),
      ifGiven(endpointId, (value) => sql`row.needs = 'endpoint:' || ${value}`),
      ...isBetween(sql`row.created_at`, { from, to }),
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
  latest: TaskFailureRow[]
  /** Number of failures before `latest`. */
  earlier: number
}

/** Returns the last `most` in full. */
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

/** Returns the last attempts of a notification, newest first. */
export const attemptsOfTask = (
  query: DbQuery,
  { id, most }: { id: bigint; most: number },
): Promise<NotificationAttemptRow[]> =>
  query
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('task_id', '=', id)
    .orderBy('try', 'desc')
    .limit(most)
    .execute()

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
