import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { OtherPayment, RequestState } from '../../domain/requests/request-states.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery, OrderRow } from '../db.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'
import type { PaymentRequestTables } from '../tables/payment-requests.ts'

export type PaymentRequestRow = Selectable<PaymentRequestTables['payment_requests']>

/** Keeps a new request's note; a repeated request changes nothing. */
export const keepRequestNote = async (
  query: DbQuery,
  request: Pick<PaymentRequestRow, 'order_id' | 'store_id' | 'note'>,
): Promise<void> => {
  await query
    .insertInto('payment_requests')
    .values({ ...request, paid_otherwise: null })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute()
}

/** Returns whether this call marked the request. */
export const markPaidOtherwise = async (
  trx: DbQuery,
  { orderId, storeId, how }: { orderId: OrderId; storeId: StoreId; how: OtherPayment },
): Promise<boolean> => {
  const marked = await trx
    .insertInto('payment_requests')
    .values({ order_id: orderId, store_id: storeId, note: null, paid_otherwise: how })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ paid_otherwise: how })
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

/** Conditions on `row`, an order, that agree with `stateOfRequest`. */
const IN_STATE: Record<RequestState, RawBuilder<unknown>> = {
  open: sql`row.status = 'awaiting_payment'`,
  paid: sql`row.status NOT IN ('awaiting_payment', 'payment_expired', 'cancelled')`,
  expired: sql`(row.status = 'payment_expired' OR row.status = 'cancelled'
    AND row.cancelled_by = 'policy')`,
  cancelled: sql`(row.status = 'cancelled' AND row.cancelled_by IS DISTINCT FROM 'policy'
    AND NOT ${IS_PAID_OTHERWISE})`,
  paid_otherwise: sql`(row.status = 'cancelled' AND row.cancelled_by IS DISTINCT FROM 'policy'
    AND ${IS_PAID_OTHERWISE})`,
}

/** Newest first. */
export const paymentRequestsOfStores = (
  query: DbQuery,
  { state, ...page }: PageOfStores & { state?: RequestState | undefined },
): RowsOfStores<OrderRow> =>
  readRows(query, {
    ...page,
    table: 'orders',
    // A literal, for the partial index of orders made at Puente.
    indexed: sql`row.source = 'request'`,
    ...(state ? { filter: IN_STATE[state] } : {}),
  })

/** Returns the currency of a store's latest order. */
export const latestCurrency = async (
  query: DbQuery,
  storeId: StoreId,
): Promise<string | undefined> => {
  const latest = await query
    .selectFrom('orders')
    .select('currency')
    .where('store_id', '=', storeId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.currency
}
