import { sql } from 'kysely'
import type { RefundId, StoreId } from '../../domain/ids.ts'
import type { DbQuery, RefundRow } from '../db.ts'
import { allOf, type Interval, ifGiven, isBetween, isMadeBetween } from '../lists/conditions.ts'
import { readPage } from '../lists/page-of-stores.ts'
import { type AmountFilter, isOfAmount } from '../orders/orders-of-stores.ts'
import type { RefundState } from '../tables/refunds.ts'
import { refundsByIds } from './refunds.ts'

export interface RefundsOfStores {
  storeIds: readonly StoreId[]
  state?: RefundState | undefined
  amount: AmountFilter
  created: Interval
  before: string | undefined
  limit: number
}

export const refundsOfStores = async (
  query: DbQuery,
  { state, amount, created, ...page }: RefundsOfStores,
): Promise<{ rows: RefundRow[]; next: string | undefined }> => {
  const { ids, next } = await readPage(query, {
    table: 'refunds',
    ...page,
    indexed: allOf(isMadeBetween('ref', created)),
    filter: allOf([
      ifGiven(state, (value) => sql`row.state = ${value}`),
      ...isOfAmount(amount),
      ...isBetween(sql`row.created_at`, created),
    ]),
  })
  const found = await refundsByIds(query, ids as RefundId[])
  return { rows: ids.flatMap((id) => found.get(id) ?? []), next }
}
