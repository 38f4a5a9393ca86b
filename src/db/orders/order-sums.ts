import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { type OrderListFilter, orderConditions } from './order-filters.ts'

/** Upper bound on orders in one sum, newest first. */
const MOST_ORDERS = 5_000
/** Up to this many stores are scanned one by one. */
const FEW_STORES = 50

export interface OrderSum {
  currency: string
  /** Orders in this currency. */
  orders: number
  /** Charges in this currency, with refunds and voids. */
  paidMinor: bigint
  refundedMinor: bigint
}

export interface OrderSums {
  sums: OrderSum[]
  /** Oldest order read, if the sum omits older ones. */
  since: Date | undefined
}

/** Sums the newest matching orders by currency. */
export const sumOrders = async (
  query: DbQuery,
  { storeIds, ...filters }: OrderListFilter & { storeIds: readonly StoreId[] },
): Promise<OrderSums> => {
  if (storeIds.length === 0) return { sums: [], since: undefined }
  const { indexed = sql`true`, filter = sql`true` } = orderConditions(filters)
  const isFew = storeIds.length <= FEW_STORES
  const depth = isFew ? Math.ceil(MOST_ORDERS / storeIds.length) : MOST_ORDERS
  const columns = sql`row.id, row.store_id, row.currency, row.created_at`
  const stores = sql`unnest(${storeIds}::text[])`
  const scanned = isFew
    ? sql`SELECT row.* FROM ${stores} AS store (id) CROSS JOIN LATERAL (
        SELECT ${columns}, (${filter}) AS fits FROM orders AS row
        WHERE row.store_id = store.id AND ${indexed} ORDER BY row.id DESC LIMIT ${depth + 1}) row`
    : sql`SELECT ${columns}, row.store_id IN (SELECT ${stores}) AND (${filter}) AS fits
        FROM orders AS row WHERE ${indexed} ORDER BY row.id DESC LIMIT ${depth + 1}`
  const part = isFew ? sql`store_id` : sql`()`
  const { rows } = await sql<
    Omit<OrderSum, 'currency'> & { currency: string | null; since: Date | null }
  >`
    WITH scanned AS MATERIALIZED (${scanned}),
    horizon AS (
      SELECT max(oldest) AS id, max(since) AS since FROM (
        SELECT min(id) AS oldest, min(created_at) AS since FROM scanned
        GROUP BY ${part} HAVING count(*) > ${depth}
      ) ends
    ), picked AS MATERIALIZED (
      SELECT scanned.id, currency FROM scanned, horizon
      WHERE fits AND scanned.id >= COALESCE(horizon.id, scanned.id)
    )
    SELECT currency, sum(orders)::int AS orders, sum(paid)::bigint AS "paidMinor",
      sum(refunded)::bigint AS "refundedMinor", NULL::timestamptz AS since
    FROM (
      SELECT currency, count(*) AS orders, 0 AS paid, 0 AS refunded FROM picked GROUP BY 1
      UNION ALL
      SELECT payments.currency, 0, sum(COALESCE(total_minor, amount_minor)),
        sum(CASE state WHEN 'voided' THEN COALESCE(total_minor, amount_minor) ELSE refunded_minor END)
      FROM picked JOIN payments ON payments.order_id = picked.id
      WHERE state IN ('paid', 'partially_refunded', 'refunded', 'voided') GROUP BY 1
    ) parts GROUP BY currency
    UNION ALL SELECT NULL, 0, 0, 0, since FROM horizon`.execute(query)
  const sums = rows.flatMap(({ currency, since: _, ...sum }) =>
    currency ? [{ currency, ...sum }] : [],
  )
  return {
    sums: sums.sort(
      (one, other) => other.orders - one.orders || (one.currency < other.currency ? -1 : 1),
    ),
    since: rows.find(({ currency }) => currency === null)?.since ?? undefined,
  }
}
