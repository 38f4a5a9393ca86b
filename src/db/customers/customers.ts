import { type RawBuilder, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { DbQuery, OrderRow } from '../db.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'
import { hasConfirmedCustomer, isCustomerConfirmed } from './confirmed-customers.ts'

/** Upper bound on the order count of a listed customer. */
export const MOST_COUNTED = 1_000

/** Conditions on `other`, an order of the same customer as `order`, which has a confirmed one. */
const isOfSameCustomer = (other: string, order: string): RawBuilder<boolean> =>
  sql<boolean>`customer_key(${sql.ref(other)}.customer) IS NOT NULL
    AND customer_key(${sql.ref(other)}.customer) = customer_key(${sql.ref(order)}.customer)
    AND ${sql.ref(other)}.store_id = ${sql.ref(order)}.store_id
    AND ${isCustomerConfirmed(other)}`

/**
 * Lists customers by their newest orders, newest first: an order represents its customer unless the
 * store has a newer one of the same customer.
 */
export const customersOfStores = (query: DbQuery, page: PageOfStores): RowsOfStores<OrderRow> =>
  readRows(query, {
    table: 'orders',
    ...page,
    // OFFSET 0 is an optimisation fence: otherwise the planner joins all orders for one page.
    filter: sql`${isCustomerConfirmed('row')} AND customer_key(row.customer) IS NOT NULL AND NOT EXISTS (
      SELECT FROM orders AS newer
      WHERE ${isOfSameCustomer('newer', 'row')} AND newer.id > row.id OFFSET 0)`,
  })

/** Returns the newest order of each confirmed customer of these orders, newest first. */
export const newestOfCustomers = async (
  query: DbQuery,
  { orderIds, limit }: { orderIds: readonly OrderId[]; limit: number },
): Promise<OrderRow[]> => {
  if (orderIds.length === 0) return []
  const { rows } = await sql<OrderRow>`
    SELECT newest.*
    FROM (
      SELECT DISTINCT store_id, customer_key(customer) AS key
      FROM orders WHERE id = ANY (${orderIds}::text[]) AND ${isCustomerConfirmed('orders')}
    ) found CROSS JOIN LATERAL (
      SELECT * FROM orders AS one
      WHERE customer_key(one.customer) IS NOT NULL AND customer_key(one.customer) = found.key
        AND one.store_id = found.store_id AND ${isCustomerConfirmed('one')}
      ORDER BY one.id DESC LIMIT 1
    ) newest
    ORDER BY newest.id DESC LIMIT ${limit}`.execute(query)
  return rows
}

/** Counts the orders of each order's customer, up to a bound, by the order's id. */
export const countOrdersOfCustomers = async (
  query: DbQuery,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, number>> => {
  const { rows } = await sql<{ id: OrderId; count: number }>`
    SELECT orders.id, counted.count FROM orders CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM (
        SELECT FROM orders AS one WHERE ${isOfSameCustomer('one', 'orders')} LIMIT ${MOST_COUNTED}
      ) bounded
    ) counted
    WHERE orders.id = ANY (${orderIds}::text[])`.execute(query)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Condition on `row`: an order of the customer whom the order `id` names, if that is confirmed. */
export const isOfCustomer = (id: OrderId): RawBuilder<boolean> => sql<boolean>`
  customer_key(row.customer) IS NOT NULL AND ${isCustomerConfirmed('row')}
  AND customer_key(row.customer) = (
    SELECT customer_key(customer) FROM orders WHERE orders.id = ${id} AND ${isCustomerConfirmed('orders')})
  AND row.store_id = (SELECT store_id FROM orders WHERE orders.id = ${id})`

export type GroupingKey = string & { readonly brand: 'GroupingKey' }

/**
 * Returns the key of an order's customer. `undefined`: the order has no contact data, or its customer
 * is not confirmed.
 */
export const groupingKeyOf = async (
  query: DbQuery,
  { customer, ...order }: Pick<OrderRow, 'customer' | 'source' | 'status'>,
): Promise<GroupingKey | undefined> => {
  if (!hasConfirmedCustomer(order)) return undefined
  const { rows } = await sql<{ key: GroupingKey | null }>`
    SELECT customer_key(${JSON.stringify(customer)}::jsonb) AS key`.execute(query)
  return rows[0]?.key ?? undefined
}

interface OfCustomer {
  storeId: StoreId
  key: GroupingKey
}

/** Returns the newest orders of a customer, newest first. */
export const newestOrdersOfCustomer = async (
  query: DbQuery,
  { storeId, key, limit }: OfCustomer & { limit: number },
): Promise<OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    SELECT * FROM orders WHERE customer_key(customer) IS NOT NULL AND customer_key(customer) = ${key}
      AND store_id = ${storeId} AND ${isCustomerConfirmed('orders')}
    ORDER BY id DESC LIMIT ${limit}`.execute(query)
  return rows
}

/** Returns the customer's first order. `undefined`: an erasure emptied the last one meanwhile. */
export const findFirstOrder = async (
  query: DbQuery,
  { storeId, key }: OfCustomer,
): Promise<Pick<OrderRow, 'id' | 'created_at'> | undefined> => {
  const { rows } = await sql<Pick<OrderRow, 'id' | 'created_at'>>`
    SELECT id, created_at FROM orders WHERE customer_key(customer) IS NOT NULL
      AND customer_key(customer) = ${key} AND store_id = ${storeId} AND ${isCustomerConfirmed('orders')}
    ORDER BY id LIMIT 1`.execute(query)
  return rows[0]
}
