import { sql } from 'kysely'
import type { OrderStatus } from '../../domain/order-status.ts'
import type { DbQuery, OrderRow } from '../db.ts'
import { allOf, ifGiven } from '../lists/conditions.ts'
import { type MoneyFilter, moneyConditions } from '../lists/money-filter.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'
import type { OrderConflict } from '../tables/orders.ts'

export interface OrdersOfStores extends PageOfStores, MoneyFilter {
  status?: OrderStatus | undefined
  conflict?: OrderConflict | undefined
}

export const ordersOfStores = (
  query: DbQuery,
  { status, conflict, amount, created, ...page }: OrdersOfStores,
): RowsOfStores<OrderRow> => {
  const { indexed, conditions } = moneyConditions('ord', { amount, created })
  const filter = allOf([
    ifGiven(status, (value) => sql`row.status = ${value}`),
    ifGiven(conflict, (value) => sql`row.conflict = ${value}`),
    ...conditions,
  ])
  return readRows(query, { table: 'orders', ...page, indexed, filter })
}
