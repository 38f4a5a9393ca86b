import { sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import { allOf, ifGiven } from '../lists/conditions.ts'
import { readPage } from '../lists/page-of-stores.ts'
import type { TaskState } from '../tables/tasks.ts'
import type { TaskRow } from './outbox.ts'

export interface TasksOfStores {
  storeIds: readonly StoreId[]
  states?: readonly TaskState[] | undefined
  kinds?: readonly string[] | undefined
  before: string | undefined
  limit: number
}

export const tasksOfStores = async (
  query: DbQuery,
  { states, kinds, ...page }: TasksOfStores,
): Promise<{ rows: TaskRow[]; next: string | undefined }> => {
  const isDead = states?.length === 1 && states[0] === 'dead'
  const { ids, next } = await readPage(query, {
    table: 'tasks',
    ...page,
    indexed: isDead ? sql`row.state = 'dead'` : undefined,
    filter: allOf([
      isDead ? undefined : ifGiven(states, (value) => sql`row.state = ANY (${value}::text[])`),
      ifGiven(kinds, (value) => sql`row.kind = ANY (${value}::text[])`),
    ]),
  })
  if (ids.length === 0) return { rows: [], next }
  const rows = await query
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', anyOf(ids.map(BigInt)))
    .orderBy('id', 'desc')
    .execute()
  return { rows, next }
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
