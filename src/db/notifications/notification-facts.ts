import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { OrderId } from '../../domain/ids.ts'
import type { Db, OrderRow, PaymentRow, RefundRow, StoreRow } from '../db.ts'
import { readJoined } from '../joined-rows.ts'

/** Payments by attempt, refunds by creation. */
export interface NotificationFacts {
  /** The facts may be newer than this timestamp, never older. */
  at: Date
  store: StoreRow
  order: OrderRow
  payments: PaymentRow[]
  refunds: RefundRow[]
}

/**
 * Assigns each order's next timestamp: now, or just after the previous one, even if a clock jumps.
 * `orders`: query of ids.
 */
export const nextTimes = (orders: RawBuilder<unknown>, now: Date) => sql<{
  order_id: OrderId
  at: Date
}>`
  INSERT INTO message_times (order_id, at)
  -- Sorted, or concurrent writers of the same rows would deadlock.
  SELECT id, ${now}::timestamptz FROM (${orders}) AS orders (id) GROUP BY id ORDER BY id
  ON CONFLICT (order_id) DO UPDATE
    SET at = GREATEST(excluded.at, message_times.at + interval '1 millisecond')
  RETURNING order_id, at`

/** Assigns new timestamps, then reads the facts. */
export const readFactsNow = async (
  { query, hot }: Db,
  { orderIds, now }: { orderIds: readonly OrderId[]; now: Date },
): Promise<Map<OrderId, NotificationFacts>> => {
  const { rows } = await nextTimes(sql`SELECT unnest(${orderIds}::text[])`, now).execute(query)
  return readNotificationFacts(hot.pool, new Map(rows.map(({ order_id, at }) => [order_id, at])))
}

const READ = `SELECT stores.*, orders.*, payments.*, refunds.* FROM orders
  JOIN stores ON stores.id = orders.store_id AND stores.removed_at IS NULL
  LEFT JOIN payments ON payments.order_id = orders.id
  LEFT JOIN refunds ON refunds.payment_id = payments.id
  WHERE orders.id = ANY ($1) ORDER BY refunds.created_at, refunds.id`

/** Reads facts in one snapshot, by order id. Skips removed stores. */
export const readNotificationFacts = async (
  pool: pg.Pool,
  times: ReadonlyMap<OrderId, Date>,
): Promise<Map<OrderId, NotificationFacts>> => {
  const rows = await readJoined<Joined>(pool, READ, [[...times.keys()]])
  const facts = new Map<OrderId, NotificationFacts>()
  for (const [store, order, payment, refund] of rows) {
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
