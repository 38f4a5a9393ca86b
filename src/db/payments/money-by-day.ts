import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

export interface Window {
  storeIds: readonly StoreId[]
  start: Date
  end: Date
}

/** Up to this many stores are scanned one by one. */
const FEW_STORES = 20

/**
 * With many stores, `IS TRUE` hides the condition from the planner, so it scans the time window
 * instead of each store's rows.
 */
const isOfStores = ({ storeIds }: Window) => {
  const isOne = sql`store_id IN (SELECT unnest(${storeIds}::text[]))`
  return storeIds.length <= FEW_STORES ? isOne : sql`(${isOne}) IS TRUE`
}

/** Honduras day, as in reconciliations. `DAY` formats it after grouping. */
const dayOf = (column: string) =>
  sql`(${sql.ref(column)} AT TIME ZONE 'UTC' - interval '6 hours')::date`
const DAY = sql`to_char(day, 'YYYY-MM-DD') AS day`

/** Matches charges, even if refunded later. */
export const isPaidIn = (window: Window) => sql`${isOfStores(window)}
  AND paid_at >= ${window.start} AND paid_at < ${window.end}
  AND state IN ('paid', 'partially_refunded', 'refunded', 'voided')`

export const isRefundedIn = (window: Window) => sql`${isOfStores(window)}
  AND done_at >= ${window.start} AND done_at < ${window.end} AND state = 'succeeded'`

/** Matches unpaid payments, declined in the last try. */
export const isDeclinedIn = (window: Window) => sql`${isOfStores(window)}
  AND created_at >= ${window.start} AND created_at < ${window.end}
  AND decline IS NOT NULL AND ${IS_NOT_PAID}`

/** `IS TRUE` keeps the planner off indexes of paid payments. */
const IS_NOT_PAID = sql`(paid_at IS NULL) IS TRUE`

export interface MoneyRow {
  day: string
  currency: string
  count: number
  minor: bigint
}

/** Sums charges by Honduras day, including those refunded later. */
export const paidByDay = async (query: DbQuery, window: Window): Promise<MoneyRow[]> => {
  const { rows } = await sql<MoneyRow>`
    SELECT ${DAY}, currency, count, minor FROM (
      SELECT ${dayOf('paid_at')} AS day, currency, count(*)::int AS count,
        sum(COALESCE(total_minor, amount_minor))::bigint AS minor
      FROM payments
      WHERE ${isPaidIn(window)}
      GROUP BY 1, 2
    ) sums`.execute(query)
  return rows
}

/** Sums refunds and voids through Puente by the gateway's day. */
export const refundedByDay = async (query: DbQuery, window: Window): Promise<MoneyRow[]> => {
  const { rows } = await sql<MoneyRow>`
    SELECT ${DAY}, currency, count, minor FROM (
      SELECT ${dayOf('done_at')} AS day, currency, count(*)::int AS count,
        sum(amount_minor)::bigint AS minor
      FROM refunds
      WHERE ${isRefundedIn(window)}
      GROUP BY 1, 2
    ) sums`.execute(query)
  return rows
}

/** Sums payments declined in the last try, by creation day and code. */
export const declinedByDay = async (
  query: DbQuery,
  window: Window,
): Promise<(MoneyRow & { code: string })[]> => {
  const { rows } = await sql<MoneyRow & { code: string }>`
    SELECT ${DAY}, currency, code, count, minor FROM (
      SELECT ${dayOf('created_at')} AS day, currency, decline ->> 'code' AS code,
        count(*)::int AS count, sum(amount_minor)::bigint AS minor
      FROM payments
      WHERE ${isDeclinedIn(window)}
      GROUP BY 1, 2, 3
    ) sums`.execute(query)
  return rows
}

export interface NotifiedRow {
  day: string
  count: number
  p50: number
  p95: number
}

/** Percentiles of the seconds until stores were notified of a paid order. */
export const timeToNotified = async (
  query: DbQuery,
  { kind, ...window }: Window & { kind: string },
): Promise<NotifiedRow[]> => {
  const seconds = sql`extract(epoch FROM ended_at - created_at)::float8`
  const { rows } = await sql<NotifiedRow>`
    SELECT ${DAY}, count, waited[1] AS p50, waited[2] AS p95 FROM (
      SELECT ${dayOf('ended_at')} AS day, count(*)::int AS count,
        percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY ${seconds}) AS waited
      FROM tasks
      WHERE ${isOfStores(window)} AND kind = ${kind} AND state = 'done' AND note IS NULL
        AND payload ->> 'type' = 'order.paid'
        AND ended_at >= ${window.start} AND ended_at < ${window.end}
      GROUP BY 1
    ) days`.execute(query)
  return rows
}
