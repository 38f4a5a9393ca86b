import type { DbQuery, OrderRow } from '../db.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'
import { type OrderListFilter, orderConditions } from './order-filters.ts'
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
    : readRows(query, { table: 'orders', storeIds, before, limit, ...orderConditions(filters) })
