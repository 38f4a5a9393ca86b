import { sql } from 'kysely'
import type { OrderId, StoreId } from '../domain/ids.ts'
import type { DbQuery, OrderRow } from './db.ts'
import { listOrders, ordersByIds } from './orders.ts'
import type { OrderStatus } from './tables/orders.ts'

/** What no index finds is looked for among so many rows of a store, the latest. */
const LATEST_ROWS = 10_000

/**
 * The orders of some stores that a text names: their number, their store's id of them, an id of ours
 * (`ord_`, `pay_`, `ref_`) or the gateway's number of a payment; of one store also a transaction or an
 * e-mail, among its latest ten thousand payments and orders. Newest first.
 */
export const searchOrders = async (
  query: DbQuery,
  { text, storeIds, limit }: { text: string; storeIds: readonly StoreId[]; limit: number },
): Promise<OrderRow[]> => {
  const stores = sql`${storeIds}::text[]`
  const [store] = storeIds
  const lookups = [
    sql<Found>`SELECT id FROM orders WHERE id = ${text} AND store_id = ANY (${stores})`,
    sql<Found>`SELECT order_id AS id FROM payments WHERE id = ${text} AND store_id = ANY (${stores})`,
    sql<Found>`SELECT order_id AS id FROM refunds WHERE id = ${text} AND store_id = ANY (${stores})`,
    sql<Found>`SELECT id FROM orders WHERE store_id = ANY (${stores}) AND external_id = ${text}
      ORDER BY id DESC LIMIT ${limit}`,
    sql<Found>`SELECT id FROM orders WHERE store_id = ANY (${stores}) AND number = ${text}
      ORDER BY id DESC LIMIT ${limit}`,
    ...(GATEWAY_NUMBER.test(text)
      ? [
          sql<Found>`SELECT order_id AS id FROM payments WHERE store_id = ANY (${stores})
            AND gateway_payment_id = ${text}::bigint LIMIT ${limit}`,
        ]
      : []),
    ...(store !== undefined && storeIds.length === 1 ? scansOf(store, { text, limit }) : []),
  ]
  const found = await Promise.all(lookups.map((lookup) => lookup.execute(query)))
  const ids = [...new Set(found.flatMap(({ rows }) => rows.map(({ id }) => id)))]
  const orders = [...(await ordersByIds(query, ids)).values()]
  return orders.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit)
}

interface Found {
  id: OrderId
}

const GATEWAY_NUMBER = /^\d{1,18}$/

/** An index of these would cost with each payment. */
const scansOf = (store: StoreId, { text, limit }: { text: string; limit: number }) =>
  text.includes('@')
    ? [
        sql<Found>`SELECT id FROM (
            SELECT id, customer FROM orders WHERE store_id = ${store}
            ORDER BY id DESC LIMIT ${LATEST_ROWS}
          ) AS latest
          WHERE lower(customer ->> 'email') = ${text.toLowerCase()} LIMIT ${limit}`,
      ]
    : [
        sql<Found>`SELECT order_id AS id FROM (
            SELECT order_id, transaction_id, charge_id FROM payments WHERE store_id = ${store}
            ORDER BY created_at DESC LIMIT ${LATEST_ROWS}
          ) AS latest
          WHERE transaction_id = ${text} OR charge_id = ${text} LIMIT ${limit}`,
      ]

/** The latest orders of a store; or of all, where a status is looked for among the latest ten thousand. */
export const latestOrders = (
  query: DbQuery,
  {
    storeId,
    status,
    limit,
  }: { storeId: StoreId | undefined; status: OrderStatus | undefined; limit: number },
): Promise<OrderRow[]> => {
  if (storeId !== undefined) return listOrders(query, storeId, { status, limit })
  const latest = query
    .selectFrom('orders')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(status === undefined ? limit : LATEST_ROWS)
  if (status === undefined) return latest.execute()
  return query
    .selectFrom(latest.as('latest'))
    .selectAll()
    .where('status', '=', status)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
