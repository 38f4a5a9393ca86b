import { type Insertable, sql, type Updateable } from 'kysely'
import type { OrderId, StoreId } from '../domain/ids.ts'
import { anyOf } from '../runtime/database.ts'
import { oneOfMany } from '../runtime/together.ts'
import type { DbQuery, OrderRow } from './db.ts'
import { updateRows } from './rows.ts'
import type { OrderStatus } from './tables/orders.ts'
import type { Platform } from './tables/stores.ts'
import type { DbTables } from './tables.ts'

/**
 * Takes the order if it is new, and locks its row either way: from here to the end of the
 * transaction nobody else decides about this order.
 */
export const takeAndLockOrder = async (
  query: DbQuery,
  order: Insertable<DbTables['orders']>,
): Promise<{ order: OrderRow; isNew: boolean }> => {
  const inserted = await query
    .insertInto('orders')
    .values(order)
    .onConflict((conflict) => conflict.columns(['store_id', 'external_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) return { order: inserted, isNew: true }
  const existing = await query
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', order.store_id)
    .where('external_id', '=', order.external_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { order: existing, isNew: false }
}

/**
 * Until the end of the transaction nobody else takes an order of this id, for whichever store of its
 * platform: two stores of a shop may find it at the same moment.
 */
export const holdOrderOfPlatform = async (
  query: DbQuery,
  { platform, externalId }: { platform: Platform; externalId: string },
): Promise<void> => {
  const name = `${platform} ${externalId}`
  await sql`SELECT pg_advisory_xact_lock(hashtext('orders of shops'), hashtext(${name}))`.execute(
    query,
  )
}

/** Locks the order's row until the end of the transaction. */
export const lockOrder = oneOfMany(async (query: DbQuery, ids: readonly OrderId[]) => {
  const rows = await query
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', anyOf(ids))
    // Whoever locks several locks them in this order.
    .orderBy('id')
    .forUpdate()
    .execute()
  return inOrderOf(ids, rows)
})

/** Locks those of some orders that nobody else has locked. Returns their ids. */
export const lockFreeOrders = async (
  trx: DbQuery,
  ids: readonly OrderId[],
): Promise<Set<OrderId>> => {
  const rows = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export const updateOrder = (
  query: DbQuery,
  id: OrderId,
  set: Updateable<DbTables['orders']>,
): Promise<OrderRow> => updateOne(query, { id, set })

const updateOne = oneOfMany(
  (query: DbQuery, changes: readonly { id: OrderId; set: Updateable<DbTables['orders']> }[]) =>
    updateRows(query, 'orders', changes),
)

export const getOrder = oneOfMany(async (query: DbQuery, ids: readonly OrderId[]) => {
  const rows = await query.selectFrom('orders').selectAll().where('id', '=', anyOf(ids)).execute()
  return inOrderOf(ids, rows)
})

const inOrderOf = (ids: readonly OrderId[], rows: readonly OrderRow[]): OrderRow[] => {
  const orders = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const order = orders.get(id)
    if (!order) throw new Error(`There is no order ${id}`)
    return order
  })
}

export const ordersByIds = async (
  query: DbQuery,
  ids: readonly OrderId[],
): Promise<Map<string, OrderRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await query.selectFrom('orders').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** PostgreSQL has no NUL in a text and fails on one: nothing is called by a name that holds it. */
const isNobodysName = (name: string): boolean => name.includes('\0')

export const findOrderOfStore = async (
  query: DbQuery,
  storeId: StoreId,
  externalId: string,
): Promise<OrderRow | undefined> => {
  if (isNobodysName(externalId)) return undefined
  return query
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
}

export const findOrderByPayToken = async (
  query: DbQuery,
  payToken: string,
): Promise<OrderRow | undefined> => {
  if (isNobodysName(payToken)) return undefined
  return query.selectFrom('orders').selectAll().where('pay_token', '=', payToken).executeTakeFirst()
}

export interface OrderFilter {
  status?: OrderStatus | undefined
  number?: string | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  /** Only orders older than this database id. */
  before?: OrderId | undefined
  limit: number
}

/** Newest first. */
export const listOrders = (
  query: DbQuery,
  storeId: StoreId,
  filter: OrderFilter,
): Promise<OrderRow[]> => {
  let orders = query.selectFrom('orders').selectAll().where('store_id', '=', storeId)
  if (filter.status) orders = orders.where('status', '=', filter.status)
  if (filter.number) orders = orders.where('number', '=', filter.number)
  if (filter.createdFrom) orders = orders.where('created_at', '>=', filter.createdFrom)
  if (filter.createdTo) orders = orders.where('created_at', '<', filter.createdTo)
  if (filter.before) orders = orders.where('id', '<', filter.before)
  return orders.orderBy('id', 'desc').limit(filter.limit).execute()
}

/** The orders of a store to which something has happened since an instant; open ones are not among them. */
export const ordersChangedSince = (
  query: DbQuery,
  { storeId, since }: { storeId: StoreId; since: Date },
): Promise<OrderRow[]> =>
  query
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('updated_at', '>=', since)
    .where('status', '!=', 'awaiting_payment')
    .orderBy('id')
    .execute()

/** Those that may be paid still, and those of any status that changed since an instant. */
export const ordersOpenOrChangedSince = (
  query: DbQuery,
  { storeId, since }: { storeId: StoreId; since: Date },
): Promise<Pick<OrderRow, 'id' | 'store_id' | 'external_id'>[]> =>
  query
    .selectFrom('orders')
    .select(['id', 'store_id', 'external_id'])
    .where('store_id', '=', storeId)
    .where((row) =>
      row.or([
        row('status', 'in', ['awaiting_payment', 'payment_expired']),
        row('updated_at', '>=', since),
      ]),
    )
    .orderBy('id')
    .execute()

export const hasOrders = async (query: DbQuery, storeId: StoreId): Promise<boolean> => {
  const order = await query
    .selectFrom('orders')
    .select('id')
    .where('store_id', '=', storeId)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}
