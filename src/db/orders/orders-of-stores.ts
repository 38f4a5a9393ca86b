import { sql } from 'kysely'
import type { OrderId } from '../../domain/ids.ts'
import type { OrderStatus } from '../../domain/order-status.ts'
import type { DbQuery, OrderRow } from '../db.ts'
import {
  type PageOfStores,
  type RowsOfStores,
  readPage,
  readRows,
} from '../lists/page-of-stores.ts'
import { type OrderListFilter, orderConditions } from './order-filters.ts'
import { ordersByIds } from './orders.ts'
import { type OrderSort, sortedOrders } from './sorted-orders.ts'

/** Newest first without `sort`. */
export const ordersOfStores = (
  query: DbQuery,
  {
    storeIds,
    before,
    limit,
    sort,
    ...filters
  }: PageOfStores & OrderListFilter & { sort?: OrderSort | undefined },
): RowsOfStores<OrderRow> =>
  sort
    ? sortedOrders(query, { sort, storeIds, before, limit, ...filters })
    : isOfRareStatus(filters)
      ? ordersOfStatus(query, { storeIds, before, limit, status: filters.status })
      : readRows(query, { table: 'orders', storeIds, before, limit, ...orderConditions(filters) })

/** Reports whether a status is the only filter, and `orders_by_status` lists its orders. */
const isOfRareStatus = (
  filters: OrderListFilter,
): filters is OrderListFilter & { status: OrderStatus } => {
  const { status } = filters
  const others = orderConditions({ ...filters, status: undefined })
  const isOnly = others.indexed === undefined && others.filter === undefined
  return isOnly && status !== undefined && status !== 'awaiting_payment' && status !== 'paid'
}

const ordersOfStatus = async (
  query: DbQuery,
  { status, ...page }: PageOfStores & { status: OrderStatus },
): RowsOfStores<OrderRow> => {
  const { ids, next } = await readPage(query, {
    table: 'orders_by_status',
    ...page,
    indexed: sql`row.status = ${status}`,
    isIndexedById: true,
  })
  const orders = await ordersByIds(query, ids as OrderId[])
  return { rows: ids.flatMap((id) => orders.get(id) ?? []), next }
}
