import { type CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type {
  OtherPayment,
  RequestSource,
  RequestState,
} from '../../domain/requests/request-states.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery, OrderRow } from '../db.ts'
import { allOf, ifGiven } from '../lists/conditions.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'
import { inserting, writing } from '../rows.ts'
import type { PaymentRequestTables } from '../tables/payment-requests.ts'

type PaymentRequestRow = Selectable<PaymentRequestTables['payment_requests']>

/** The merchant's details of a request. */
export type RequestDetails = Pick<PaymentRequestRow, 'note' | 'counter' | 'tip_minor'>

export type NewRequestDetails = RequestDetails & Pick<PaymentRequestRow, 'order_id' | 'store_id'>

const DETAILS = ['order_id', 'store_id', 'note', 'counter', 'tip_minor'] as const

const INSERT_DETAILS = inserting('payment_requests', DETAILS)

/** Inserts the merchant's details of new orders. */
export const writingRequestDetails = (requests: readonly NewRequestDetails[]): CompiledQuery[] =>
  writing(INSERT_DETAILS, [DETAILS, requests])

/** Returns whether this call marked the request. */
export const markPaidOtherwise = async (
  trx: DbQuery,
  about: { orderId: OrderId; storeId: StoreId; how: OtherPayment; now: Date },
): Promise<boolean> => {
  const { orderId, storeId, how, now } = about
  const other = { paid_otherwise: how, paid_otherwise_at: now }
  const marked = await trx
    .insertInto('payment_requests')
    .values({
      ...{ order_id: orderId, store_id: storeId, note: null, counter: null, tip_minor: null },
      ...other,
    })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet(other)
        .where('payment_requests.paid_otherwise', 'is', null),
    )
    .returning('order_id')
    .executeTakeFirst()
  return marked !== undefined
}

export const requestsOfOrders = async (
  query: DbQuery,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, PaymentRequestRow>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('payment_requests')
    .selectAll()
    .where('order_id', '=', anyOf(orderIds))
    .execute()
  return new Map(rows.map((row) => [row.order_id, row]))
}

const IS_PAID_OTHERWISE = sql`EXISTS (SELECT FROM payment_requests
  WHERE payment_requests.order_id = row.id AND paid_otherwise IS NOT NULL)`

const IS_REFUSED = sql`(row.last_payment_error IS NOT NULL AND row.time_over_at IS NULL)`

/** Conditions on the order `row`, in step with `stateOfRequest`. */
const IN_STATE: Record<RequestState, RawBuilder<unknown>> = {
  open: sql`row.status = 'awaiting_payment'`,
  paid: sql`row.status NOT IN ('awaiting_payment', 'payment_expired', 'cancelled')`,
  expired: sql`(row.status = 'payment_expired' OR row.status = 'cancelled'
    AND row.cancelled_by = 'policy' AND NOT ${IS_REFUSED})`,
  refused: sql`(row.status = 'cancelled' AND row.cancelled_by = 'policy' AND ${IS_REFUSED})`,
  cancelled: sql`(row.status = 'cancelled' AND row.cancelled_by IS DISTINCT FROM 'policy'
    AND NOT ${IS_PAID_OTHERWISE})`,
  paid_otherwise: sql`(row.status = 'cancelled' AND row.cancelled_by IS DISTINCT FROM 'policy'
    AND ${IS_PAID_OTHERWISE})`,
}

/** Literals, for the partial index of orders made at Puente. */
const OF_SOURCE: Record<RequestSource, RawBuilder<unknown>> = {
  request: sql`row.source = 'request'`,
  counter: sql`row.source = 'counter'`,
}

export interface PaymentRequestFilter {
  /** Defaults to `request`. */
  source?: RequestSource | undefined
  state?: RequestState | undefined
  counter?: string | undefined
}

/** Newest first. */
export const paymentRequestsOfStores = (
  query: DbQuery,
  { source = 'request', state, counter, ...page }: PageOfStores & PaymentRequestFilter,
): RowsOfStores<OrderRow> =>
  readRows(query, {
    ...page,
    table: 'orders',
    indexed: OF_SOURCE[source],
    filter: allOf([
      state && IN_STATE[state],
      ifGiven(
        counter,
        (name) => sql`EXISTS (SELECT FROM payment_requests
          WHERE payment_requests.order_id = row.id AND counter = ${name})`,
      ),
    ]),
  })

/**
 * Returns the most frequent currency of a store's latest orders, without those that the gateway
 * refused: one order in another currency must not change the meaning of the next amount.
 */
export const commonCurrency = async (
  query: DbQuery,
  storeId: StoreId,
): Promise<string | undefined> => {
  const { rows } = await sql<{ currency: string }>`
    SELECT currency FROM (
      SELECT currency, id FROM orders
      WHERE store_id = ${storeId} AND last_payment_error IS NULL
      ORDER BY id DESC LIMIT ${LATEST}
    ) AS latest
    GROUP BY currency ORDER BY count(*) DESC, max(id) DESC LIMIT 1`.execute(query)
  return rows[0]?.currency
}

const LATEST = 50
