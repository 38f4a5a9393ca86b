import { sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { OrderStatus } from '../../domain/order-status.ts'
import type { DbQuery, OrderRow } from '../db.ts'
import { allOf, type Interval, ifGiven, isBetween, isMadeBetween } from '../lists/conditions.ts'
import { readPage } from '../lists/page-of-stores.ts'
import type { OrderConflict } from '../tables/orders.ts'
import { ordersByIds } from './orders.ts'

export interface AmountFilter {
  currency?: string | undefined
  fromMinor?: bigint | undefined
  toMinor?: bigint | undefined
}

export const isOfAmount = ({ currency, fromMinor, toMinor }: AmountFilter) => [
  ifGiven(currency, (code) => sql`row.currency = ${code}`),
  ifGiven(fromMinor, (minor) => sql`row.amount_minor >= ${minor}`),
  ifGiven(toMinor, (minor) => sql`row.amount_minor <= ${minor}`),
]

export interface OrdersOfStores {
  storeIds: readonly StoreId[]
  status?: OrderStatus | undefined
  conflict?: OrderConflict | undefined
  amount: AmountFilter
  created: Interval
  before: string | undefined
  limit: number
}

export const ordersOfStores = async (
  query: DbQuery,
  { status, conflict, amount, created, ...page }: OrdersOfStores,
): Promise<{ rows: OrderRow[]; next: string | undefined }> => {
  const { ids, next } = await readPage(query, {
    table: 'orders',
    ...page,
    indexed: allOf(isMadeBetween('ord', created)),
    filter: allOf([
      ifGiven(status, (value) => sql`row.status = ${value}`),
      ifGiven(conflict, (value) => sql`row.conflict = ${value}`),
      ...isOfAmount(amount),
      ...isBetween(sql`row.created_at`, created),
    ]),
  })
  const found = await ordersByIds(query, ids as OrderId[])
  return { rows: ids.flatMap((id) => found.get(id) ?? []), next }
}
