import { type RawBuilder, sql } from 'kysely'
import type { OrderId, PaymentId, RefundId, StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import { isMoneyIn, MONEY_SOURCES, type Window } from './money-by-day.ts'

/** A charge, void or refund with the gateway's figures of its charge, in minor units. */
export interface JournalRow {
  kind: 'sale' | 'void' | 'refund'
  at: Date
  store_id: StoreId
  order_id: OrderId
  external_id: string
  number: string | null
  payment_id: PaymentId
  refund_id: RefundId | null
  transaction_id: string | null
  currency: string
  /** `null`: the gateway has not reported the charge's figures yet. */
  total_minor: bigint | null
  sales_tax_minor: bigint | null
  service_fee_minor: bigint | null
  /** Chosen at the gateway, and at the counter. */
  tip_minor: bigint | null
  /** Amount of a refund or void. */
  refunded_minor: bigint | null
}

/** Returns the live stores, or all stores if none is live. */
export const storesOfBooks = async (
  query: DbQuery,
  storeIds: readonly StoreId[],
): Promise<readonly StoreId[]> => {
  const live = await query
    .selectFrom('stores')
    .select('id')
    .where('id', '=', anyOf(storeIds))
    .where('environment', '=', 'live')
    .execute()
  return live.length > 0 ? live.map(({ id }) => id) : storeIds
}

/** Figures of a charge. The tip that a counter asks for is part of the amount: the gateway does not show it. */
const figuresOf = (charge: 'payments' | 'charge') => {
  const column = (name: string) => sql.ref(`${charge}.${name}`)
  return sql`${column('total_minor')}, ${column('sales_tax_minor')}, ${column('service_fee_minor')},
    NULLIF(COALESCE(${column('tip_minor')}, 0) + COALESCE((
      SELECT request.tip_minor FROM payment_requests AS request
      WHERE request.order_id = ${column('order_id')}), 0), 0) AS tip_minor`
}

/** Charges with the column names that `isMoneyIn` expects. */
const charges = (window: Window) => sql`
  SELECT 'sale' AS kind, paid_at AS at, store_id, order_id, id AS payment_id, NULL AS refund_id,
    transaction_id, currency, ${figuresOf('payments')}, NULL::bigint AS refunded_minor
  FROM payments WHERE ${isMoneyIn(MONEY_SOURCES.paid, window)}`

const returns = (window: Window) => sql`
  SELECT given.kind, given.done_at AS at, given.store_id, given.order_id, given.payment_id,
    given.id AS refund_id, charge.transaction_id, given.currency, ${figuresOf('charge')},
    given.amount_minor AS refunded_minor
  FROM (SELECT * FROM refunds WHERE ${isMoneyIn(MONEY_SOURCES.refunded, window)}) given
  JOIN payments AS charge ON charge.id = given.payment_id`

/** Reads charges, voids and refunds of a window, oldest first. */
export const journalRows = async (query: DbQuery, window: Window): Promise<JournalRow[]> => {
  const { rows } = await sql<JournalRow>`
    SELECT moved.*, orders.external_id, orders.number
    FROM (${charges(window)} UNION ALL ${returns(window)}) moved JOIN orders ON orders.id = moved.order_id
    ORDER BY moved.at, moved.payment_id, moved.refund_id NULLS FIRST`.execute(query)
  return rows
}

/** Sums of a window, by currency and kind. */
export interface JournalSumRow {
  kind: JournalRow['kind']
  currency: string
  entries: number
  /** Rows without the gateway's figures. */
  without_figures: number
  total_minor: bigint
  sales_tax_minor: bigint
  service_fee_minor: bigint
  tip_minor: bigint
  /** Excess of tax, fee and tip over the total. */
  negative_sales_minor: bigint
  refunded_minor: bigint
}

/** Charges of the voids only: a refund is booked by its own amount. */
const voids = (window: Window) =>
  sql`SELECT * FROM (${returns(window)}) returned WHERE kind = 'void'`

const refunds = (window: Window) => sql`
  SELECT kind, currency, NULL::bigint AS total_minor, NULL::bigint AS sales_tax_minor,
    NULL::bigint AS service_fee_minor, NULL::bigint AS tip_minor, amount_minor AS refunded_minor
  FROM refunds WHERE ${isMoneyIn(MONEY_SOURCES.refunded, window)} AND kind = 'refund'`

const sumsOf = (rows: RawBuilder<unknown>) => {
  const beside = sql`COALESCE(sales_tax_minor, 0) + COALESCE(service_fee_minor, 0) + COALESCE(tip_minor, 0)`
  const shown = sql`FILTER (WHERE total_minor IS NOT NULL)`
  return sql`
    SELECT kind, currency,
      (count(*) FILTER (WHERE kind = 'refund' OR total_minor IS NOT NULL))::int AS entries,
      (count(*) FILTER (WHERE kind <> 'refund' AND total_minor IS NULL))::int AS without_figures,
      COALESCE(sum(total_minor), 0)::bigint AS total_minor,
      COALESCE(sum(sales_tax_minor) ${shown}, 0)::bigint AS sales_tax_minor,
      COALESCE(sum(service_fee_minor) ${shown}, 0)::bigint AS service_fee_minor,
      COALESCE(sum(tip_minor) ${shown}, 0)::bigint AS tip_minor,
      COALESCE(sum(GREATEST(${beside} - total_minor, 0)) ${shown}, 0)::bigint AS negative_sales_minor,
      COALESCE(sum(refunded_minor), 0)::bigint AS refunded_minor
    FROM (${rows}) moved GROUP BY 1, 2`
}

/** Groups each kind apart: PostgreSQL hashes one of a few groups, but would sort all kinds on disk. */
export const sumJournal = async (query: DbQuery, window: Window): Promise<JournalSumRow[]> => {
  const kinds = [charges(window), voids(window), refunds(window)].map(sumsOf)
  const { rows } = await sql<JournalSumRow>`${sql.join(kinds, sql` UNION ALL `)}`.execute(query)
  return rows
}
