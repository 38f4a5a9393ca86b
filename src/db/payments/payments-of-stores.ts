import { sql } from 'kysely'
import type { PaymentId, StoreId } from '../../domain/ids.ts'
import type { DbQuery, PaymentRow } from '../db.ts'
import { allOf, type Interval, ifGiven, isBetween, isMadeBetween } from '../lists/conditions.ts'
import { readPage } from '../lists/page-of-stores.ts'
import { type AmountFilter, isOfAmount } from '../orders/orders-of-stores.ts'
import type { AttemptState } from '../tables/orders.ts'
import { paymentsByIds } from './payments.ts'

export interface PaymentsOfStores {
  storeIds: readonly StoreId[]
  state?: AttemptState | undefined
  amount: AmountFilter
  created: Interval
  before: string | undefined
  limit: number
}

export const paymentsOfStores = async (
  query: DbQuery,
  { state, amount, created, ...page }: PaymentsOfStores,
): Promise<{ rows: PaymentRow[]; next: string | undefined }> => {
  const { ids, next } = await readPage(query, {
    table: 'payments',
    ...page,
    indexed: allOf(isMadeBetween('pay', created)),
    filter: allOf([
      ifGiven(state, (value) => sql`row.state = ${value}`),
      ...isOfAmount(amount),
      ...isBetween(sql`row.created_at`, created),
    ]),
  })
  const found = await paymentsByIds(query, ids as PaymentId[])
  return { rows: ids.flatMap((id) => found.get(id) ?? []), next }
}
