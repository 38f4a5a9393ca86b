import { type Insertable, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { OrderStatus } from '../../domain/order-status.ts'
import { type AnyOf, anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery, OrderRow } from '../db.ts'
import type { Platform } from '../tables/stores.ts'
import type { DbTables } from '../tables.ts'

/** Imports a new order or locks the existing one until the transaction ends. */
export const importAndLockOrder = async (
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
 * Holds the lock until the transaction ends: two stores of one shop may import the order
 * concurrently.
 */
export const lockOrderIdOfPlatform = async (
  query: DbQuery,
  { platform, externalId }: { platform: Platform; externalId: string },
): Promise<void> => {
  const name = `${platform} ${externalId}`
  await sql`SELECT pg_advisory_xact_lock(hashtext('orders of shops'), hashtext(${name}))`.execute(
    query,
  )
}

/**
 * Locks orders until the transaction ends, by id, to prevent deadlocks. Without `waits`, skips
 * locked ones.
 */
export const lockingOrders = (
  trx: DbQuery,
  ids: AnyOf<OrderId>,
  { waits = true }: { waits?: boolean } = {},
) => {
  const orders = trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', ids)
    .orderBy('id')
    .forUpdate()
  return (waits ? orders : orders.skipLocked()).compile()
}

/** Locks an order until the transaction ends. Throws for an unknown id. */
export const lockOrder = async (trx: DbQuery, id: OrderId): Promise<OrderRow> =>
  theOne(id, (await trx.executeQuery(lockingOrders(trx, anyOf([id])))).rows)

export const getOrder = async (query: DbQuery, id: OrderId): Promise<OrderRow> =>
  theOne(id, await query.selectFrom('orders').selectAll().where('id', '=', id).execute())

const theOne = (id: OrderId, [order]: readonly OrderRow[]): OrderRow => {
  if (!order) throw new Error(`There is no order ${id}`)
  return order
}

export const ordersByIds = async (
  query: DbQuery,
  ids: readonly OrderId[],
): Promise<Map<string, OrderRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await query.selectFrom('orders').selectAll().where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** PostgreSQL rejects text with NUL. */
export const isImpossibleName = (name: string): boolean => name.includes('\0')

export const findOrderOfStore = async (
  query: DbQuery,
  storeId: StoreId,
  externalId: string,
): Promise<OrderRow | undefined> => {
  if (isImpossibleName(externalId)) return undefined
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
  if (isImpossibleName(payToken)) return undefined
  return query.selectFrom('orders').selectAll().where('pay_token', '=', payToken).executeTakeFirst()
}

export interface OrderFilter {
  status?: OrderStatus | undefined
  numbers?: readonly string[] | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  before?: OrderId | undefined
  limit: number
}

export const listOrders = (
  query: DbQuery,
  storeId: StoreId,
  filter: OrderFilter,
): Promise<OrderRow[]> => {
  let orders = query.selectFrom('orders').selectAll().where('store_id', '=', storeId)
  if (filter.status) orders = orders.where('status', '=', filter.status)
  if (filter.numbers) orders = orders.where('number', '=', anyOf(filter.numbers))
  if (filter.createdFrom) orders = orders.where('created_at', '>=', filter.createdFrom)
  if (filter.createdTo) orders = orders.where('created_at', '<', filter.createdTo)
  if (filter.before) orders = orders.where('id', '<', filter.before)
  return orders.orderBy('id', 'desc').limit(filter.limit).execute()
}

/** Lists orders changed since an instant, except orders awaiting payment. */
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

/** Lists payable orders, and any changed since an instant. */
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

export const setCancelUrl = async (query: DbQuery, id: OrderId, url: string): Promise<void> => {
  await query.updateTable('orders').set({ cancel_url: url }).where('id', '=', id).execute()
}

export const hasOrders = async (query: DbQuery, storeId: StoreId): Promise<boolean> => {
  const order = await query
    .selectFrom('orders')
    .select('id')
    .where('store_id', '=', storeId)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}
