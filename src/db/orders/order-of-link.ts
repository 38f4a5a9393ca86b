import type pg from 'pg'
import type { OrderRow, PaymentRow, StoreRow } from '../db.ts'
import { readJoined } from '../joined-rows.ts'
import { isImpossibleName } from './orders.ts'

/** `store`: unless removed. `attempts`: oldest first. */
export interface OrderOfLink {
  order: OrderRow
  store: StoreRow | undefined
  attempts: PaymentRow[]
}

const READ = `SELECT orders.*, stores.*, payments.* FROM orders
  LEFT JOIN stores ON stores.id = orders.store_id AND stores.removed_at IS NULL
  LEFT JOIN payments ON payments.order_id = orders.id
  WHERE orders.pay_token = $1 ORDER BY payments.attempt`

/** Reads in one statement what decides where a pay link leads. */
export const findOrderOfLink = async (
  pool: pg.Pool,
  payToken: string,
): Promise<OrderOfLink | undefined> => {
  if (isImpossibleName(payToken)) return undefined
  type Joined = [OrderRow, StoreRow | undefined, PaymentRow | undefined]
  const rows = await readJoined<Joined>(pool, READ, [payToken])
  const [first] = rows
  if (!first) return undefined
  const [order, store] = first
  return { order, store, attempts: rows.flatMap(([, , payment]) => payment ?? []) }
}
