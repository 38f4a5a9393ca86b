import { sql } from 'kysely'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'
import type { DbQuery, OrderRow, PaymentRow } from '../db.ts'
import type { DiscrepancyKind } from '../tables/reconciliation.ts'
import type { RunRow } from './reconciliations.ts'

export const paymentsByGatewayIds = async (
  query: DbQuery,
  storeId: StoreId,
  gatewayIds: readonly bigint[],
): Promise<Map<bigint, PaymentRow>> => {
  if (gatewayIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('payments')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('gateway_payment_id', '=', sql<bigint>`ANY(${gatewayIds}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.gateway_payment_id ?? 0n, row]))
}

export const ordersByExternalIds = async (
  query: DbQuery,
  storeId: StoreId,
  externalIds: readonly string[],
): Promise<Map<string, OrderRow>> => {
  if (externalIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('external_id', 'in', externalIds)
    .execute()
  return new Map(rows.map((row) => [row.external_id, row]))
}

export interface After {
  at: string
  id: string
}

/** By creation; `last` is the next cursor. */
export interface Batch<Row> {
  rows: Row[]
  last: After | null
  isLast: boolean
}

interface Range {
  storeId: StoreId
  start: Date
  end: Date
  after: After | null
  limit: number
}

const later = ({ after }: Range, at: string, id: string) =>
  after
    ? sql`AND (${sql.ref(at)}, ${sql.ref(id)}) > (${after.at}::timestamptz, ${after.id})`
    : sql``

const batchOf = <Row extends After>(rows: Row[], limit: number): Batch<Row> => {
  const last = rows.at(-1)
  return { rows, last: last ? { at: last.at, id: last.id } : null, isLast: rows.length < limit }
}

export interface WindowPayment extends After {
  id: PaymentId
  order_id: OrderId
  gateway_payment_id: bigint
  is_seen: boolean
}

/** Lists our payments, flagged if the run saw them. */
export const paymentsOfWindow = async (
  query: DbQuery,
  run: RunRow,
  range: Range,
): Promise<Batch<WindowPayment>> => {
  const { rows } = await sql<WindowPayment>`
    SELECT payments.id, order_id, gateway_payment_id, created_at::text AS at, EXISTS (
      SELECT FROM reconciliation_seen seen
      WHERE seen.run = ${run.number} AND seen.gateway_payment_id = payments.gateway_payment_id
    ) AS is_seen
    FROM payments
    WHERE store_id = ${range.storeId} AND created_at >= ${range.start} AND created_at < ${range.end}
      AND gateway_payment_id IS NOT NULL ${later(range, 'created_at', 'payments.id')}
    ORDER BY created_at, id LIMIT ${range.limit}`.execute(query)
  return batchOf(rows, range.limit)
}

export const ordersOfWindow = async (
  query: DbQuery,
  range: Range,
): Promise<Batch<After & { order_id: OrderId }>> => {
  const { rows } = await sql<After & { order_id: OrderId }>`
    SELECT id, id AS order_id, created_at::text AS at FROM orders
    WHERE store_id = ${range.storeId} AND created_at >= ${range.start} AND created_at < ${range.end}
      ${later(range, 'created_at', 'id')}
    ORDER BY created_at, id LIMIT ${range.limit}`.execute(query)
  return batchOf(rows, range.limit)
}

/** Lists orders imported earlier with a current payment of the window. */
export const olderOrdersOfWindow = async (
  query: DbQuery,
  range: Range,
): Promise<Batch<After & { order_id: OrderId }>> => {
  const { rows } = await sql<After & { order_id: OrderId }>`
    SELECT payments.id, orders.id AS order_id, payments.created_at::text AS at
    FROM payments JOIN orders ON orders.current_payment_id = payments.id
    WHERE payments.store_id = ${range.storeId}
      AND payments.created_at >= ${range.start} AND payments.created_at < ${range.end}
      AND orders.created_at < ${range.start} ${later(range, 'payments.created_at', 'payments.id')}
    ORDER BY payments.created_at, payments.id LIMIT ${range.limit}`.execute(query)
  return batchOf(rows, range.limit)
}

export interface NotificationTaskRow {
  order_id: OrderId
  under_way: boolean
  given_up: boolean
}

export const notificationTasksOfOrders = async (
  query: DbQuery,
  { kind, orderIds }: { kind: string; orderIds: readonly OrderId[] },
): Promise<Map<string, NotificationTaskRow>> => {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<NotificationTaskRow>`
    SELECT order_id, bool_or(state IN ('ready', 'queued', 'running')) AS under_way,
      (array_agg(state ORDER BY id DESC))[1] = 'dead' AS given_up
    FROM tasks WHERE kind = ${kind} AND order_id = ANY(${orderIds}::text[])
    GROUP BY order_id`.execute(query)
  return new Map(rows.map((row) => [row.order_id, row]))
}

/**
 * Timeline sequence numbers: last change of money, last notification repaired by a reconciliation,
 * last notification.
 */
export interface LastChangeRow {
  order_id: OrderId
  change_seq: bigint | null
  repaired_seq: bigint | null
  notified_seq: bigint | null
}

export const lastChangesOfOrders = async (
  query: DbQuery,
  orderIds: readonly OrderId[],
): Promise<Map<string, LastChangeRow>> => {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<LastChangeRow>`
    SELECT order_id,
      max(seq) FILTER (WHERE kind IN ('order_in_conflict', 'refund_succeeded', 'refund_found')
        OR kind = 'order_status_changed' AND details->>'to' IN
          ('paid', 'partially_refunded', 'refunded', 'voided', 'on_hold')) AS change_seq,
      max(seq) FILTER (WHERE kind = 'difference_found' AND details->>'action' = 'repaired'
        AND details->>'difference' IN ('store_not_told', 'refunded_on_one_side')) AS repaired_seq,
      max(seq) FILTER (WHERE kind = 'storefront_told') AS notified_seq
    FROM timeline WHERE order_id = ANY(${orderIds}::text[])
    GROUP BY order_id`.execute(query)
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** Reports whether an earlier run found this discrepancy. Dry runs leave no trace. */
export const wasFoundBefore = async (
  query: DbQuery,
  { orderId, paymentId, kind }: { orderId: OrderId; paymentId: PaymentId; kind: DiscrepancyKind },
): Promise<boolean> => {
  const found = await query
    .selectFrom('timeline')
    .select('seq')
    .where('order_id', '=', orderId)
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'difference_found')
    .where(sql<string>`details->>'difference'`, '=', kind)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
