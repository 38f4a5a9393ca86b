import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { isMoneyIn, MONEY_SOURCES } from '../payments/money-by-day.ts'

/** Takings in one currency. */
export interface Takings {
  currency: string
  /** Charges at the gateway with tips and fees, even if refunded later. */
  payments: number
  paidMinor: bigint
  /** Part of `paidMinor`: tips chosen at the counter, and at the gateway. */
  tipsMinor: bigint
  /** Requests paid without the gateway, by their amount. */
  otherPayments: number
  otherwiseMinor: bigint
}

/** Sums the takings of a window by currency. Without `counter`: all counters of the store. */
export const takingsOfCounter = async (
  query: DbQuery,
  given: { storeId: StoreId; counter: string | undefined; start: Date; end: Date },
): Promise<Takings[]> => {
  const { storeId, counter, start, end } = given
  const isOfCounter =
    counter === undefined ? sql`request.counter IS NOT NULL` : sql`request.counter = ${counter}`
  const isCharged = isMoneyIn(MONEY_SOURCES.paid, { storeIds: [storeId], start, end })
  const { rows } = await sql<Takings>`
    WITH charged AS MATERIALIZED (
      SELECT order_id, currency, COALESCE(total_minor, amount_minor) AS minor,
        COALESCE(tip_minor, 0) AS tip
      FROM payments WHERE ${isCharged}
    ), parts AS (
      SELECT charged.currency, 1 AS payments, minor AS paid,
        tip + COALESCE(request.tip_minor, 0) AS tips, 0 AS others, 0 AS otherwise
      FROM charged JOIN payment_requests AS request USING (order_id)
      WHERE ${isOfCounter}
      UNION ALL
      SELECT orders.currency, 0, 0, 0, 1, orders.amount_minor
      FROM payment_requests AS request JOIN orders ON orders.id = request.order_id
      WHERE request.store_id = ${storeId} AND ${isOfCounter}
        AND request.paid_otherwise_at >= ${start} AND request.paid_otherwise_at < ${end}
    )
    SELECT currency, sum(payments)::int AS payments, sum(paid)::bigint AS "paidMinor",
      sum(tips)::bigint AS "tipsMinor", sum(others)::int AS "otherPayments",
      sum(otherwise)::bigint AS "otherwiseMinor"
    FROM parts GROUP BY currency ORDER BY count(*) DESC, currency`.execute(query)
  return rows
}
