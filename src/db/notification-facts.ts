import type pg from 'pg'
import type { OrderId } from '../domain/ids.ts'
import type { OrderRow, PaymentRow, RefundRow, StoreRow } from './db.ts'

/** An order with its payments, the first attempt first, and its voids and refunds, the first one first. */
export interface NotificationFacts {
  /** The time that its notification bears: what is read may be newer than this, never older. */
  at: Date
  store: StoreRow
  order: OrderRow
  payments: PaymentRow[]
  refunds: RefundRow[]
}

/** One statement, so one moment. Every refund is of a payment of its order. */
const READ = `SELECT stores.*, orders.*, payments.*, refunds.* FROM orders
  JOIN stores ON stores.id = orders.store_id AND stores.removed_at IS NULL
  LEFT JOIN payments ON payments.order_id = orders.id
  LEFT JOIN refunds ON refunds.payment_id = payments.id
  WHERE orders.id = ANY ($1) ORDER BY refunds.created_at, refunds.id`

/**
 * What stores are notified of orders that have been given their time, by the order's id: all of them as
 * they stood at one moment. Those of stores that are removed are left out.
 */
export const readNotificationFacts = async (
  pool: pg.Pool,
  times: ReadonlyMap<OrderId, Date>,
): Promise<Map<OrderId, NotificationFacts>> => {
  const result = await pool.query({ text: READ, values: [[...times.keys()]], rowMode: 'array' })
  const facts = new Map<OrderId, NotificationFacts>()
  for (const [store, order, payment, refund] of rowsByTable(result) as Joined[]) {
    const at = times.get(order.id)
    if (!at) continue
    const known = facts.get(order.id) ?? { at, store, order, payments: [], refunds: [] }
    facts.set(order.id, known)
    if (payment && known.payments.every(({ id }) => id !== payment.id)) known.payments.push(payment)
    if (refund) known.refunds.push(refund)
  }
  for (const { payments } of facts.values()) {
    payments.sort((one, other) => one.attempt - other.attempt)
  }
  return facts
}

type Joined = [StoreRow, OrderRow, PaymentRow | undefined, RefundRow | undefined]

/** Of each row of a join, what each table has in it; `undefined` where it has none. */
const rowsByTable = ({ rows, fields }: pg.QueryArrayResult): unknown[][] => {
  const tables = [...Map.groupBy(fields.keys(), (at) => fields[at]?.tableID).values()]
  return rows.map((values: unknown[]) =>
    tables.map((columns) => {
      const row: Record<string, unknown> = {}
      for (const at of columns) row[fields[at]?.name ?? ''] = values[at]
      return row.id === null ? undefined : row
    }),
  )
}
