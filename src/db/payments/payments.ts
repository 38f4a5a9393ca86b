import { sql } from 'kysely'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'
import { type AnyOf, anyOf, anyOfRows } from '../../runtime/postgres/database.ts'
import type { DbQuery, PaymentRow } from '../db.ts'
import type { AttemptState } from '../tables/orders.ts'

export const findPayment = (query: DbQuery, id: PaymentId): Promise<PaymentRow | undefined> =>
  query.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

export const findPaymentOfStore = (
  query: DbQuery,
  storeId: StoreId,
  id: PaymentId,
): Promise<PaymentRow | undefined> =>
  query
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .executeTakeFirst()

export const paymentsOfOrder = async (query: DbQuery, orderId: OrderId): Promise<PaymentRow[]> =>
  (await paymentsOfOrders(query, [orderId])).get(orderId) ?? []

export const paymentsOfOrders = async (
  query: DbQuery,
  orderIds: readonly OrderId[],
): Promise<Map<string, PaymentRow[]>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', anyOf(orderIds))
    .orderBy('attempt')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

export const paymentsByIds = async (
  query: DbQuery,
  ids: readonly PaymentId[],
): Promise<Map<string, PaymentRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await query.selectFrom('payments').selectAll().where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Flags the facts that a decision may have to load. */
export const readingPaymentsWithFacts = (query: DbQuery, orderIds: AnyOf<OrderId>) =>
  query
    .selectFrom('payments')
    .selectAll()
    .select([
      sql<boolean>`EXISTS (SELECT FROM refunds WHERE refunds.order_id = payments.order_id)`.as(
        'hasRefunds',
      ),
      sql<boolean>`EXISTS (SELECT FROM refund_events WHERE payment_id = payments.id)`.as(
        'hasRefundEvents',
      ),
    ])
    .where('order_id', '=', orderIds)
    .orderBy('attempt')
    .compile()

/** A payment of a store, by our id or by the gateway's. */
export interface NamedPayment {
  storeId: StoreId
  gatewayPaymentId: number
  id: PaymentId | undefined
}

/** Selects the orders of payments, for `lockingOrders` and `readingPaymentsWithFacts`. */
export const ordersOfNamedPayments = (named: readonly NamedPayment[]): AnyOf<OrderId> =>
  anyOfRows(sql<OrderId>`
    WITH named AS (
      SELECT * FROM unnest(${named.map(({ storeId }) => storeId)}::text[],
        ${named.map(({ gatewayPaymentId }) => String(gatewayPaymentId))}::bigint[],
        ${named.map(({ id }) => id ?? null)}::text[]) AS named (store_id, number, id)
    )
    SELECT order_id FROM named JOIN payments ON payments.store_id = named.store_id
      AND payments.gateway_payment_id = named.number
    UNION
    SELECT order_id FROM named JOIN payments ON payments.id = named.id
      AND payments.store_id = named.store_id`)

/** Resolves orders by the charge response's transaction id, in input order. */
export const ordersOfCharges = async (
  query: DbQuery,
  charges: readonly { storeId: StoreId; transactionId: string }[],
): Promise<(OrderId | undefined)[]> => {
  if (charges.length === 0) return []
  const { rows } = await sql<{ n: number; order_id: OrderId }>`
    SELECT sought.n::int, payments.order_id
    FROM unnest(${charges.map(({ storeId }) => storeId)}::text[],
      ${charges.map(({ transactionId }) => transactionId)}::text[])
      WITH ORDINALITY AS sought (store_id, term, n)
    JOIN order_search_terms ON order_search_terms.term = sought.term
    JOIN payments ON payments.order_id = order_search_terms.order_id
      AND payments.store_id = sought.store_id
      AND payments.charge_id = sought.term`.execute(query)
  const found = new Map(rows.map(({ n, order_id }) => [n, order_id]))
  return charges.map((_, index) => found.get(index + 1))
}

/** States that a customer can still pay. */
const AWAITED: readonly AttemptState[] = ['pending', 'intended', 'authenticating']

/** Returns `undefined` if a poll began after `notSince`. */
export const claimPoll = (
  query: DbQuery,
  id: PaymentId,
  {
    now,
    notSince,
    states = AWAITED,
  }: { now: Date; notSince: Date; states?: readonly AttemptState[] },
): Promise<PaymentRow | undefined> =>
  query
    .updateTable('payments')
    .set({ last_asked_at: now })
    .where('id', '=', id)
    .where('state', 'in', states)
    .where((where) =>
      where.or([where('last_asked_at', 'is', null), where('last_asked_at', '<', notSince)]),
    )
    .returningAll()
    .executeTakeFirst()

/** Locks payments due for a poll, skipping locked ones. */
export const lockPaymentsToPoll = (
  trx: DbQuery,
  { now, limit }: { now: Date; limit: number },
): Promise<PaymentRow[]> =>
  trx
    .selectFrom('payments')
    .selectAll()
    .where('next_ask_at', '<=', now)
    .orderBy('next_ask_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Includes only scheduled polls, newest first. */
export const newestPendingPayments = (
  query: DbQuery,
  { storeId, limit }: { storeId: StoreId; limit: number },
): Promise<PaymentRow[]> =>
  query
    .selectFrom('payments')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('next_ask_at', 'is not', null)
    .where('state', '=', 'pending')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const schedulePoll = async (
  trx: DbQuery,
  id: PaymentId,
  nextAskAt: Date | null,
): Promise<void> => {
  await trx.updateTable('payments').set({ next_ask_at: nextAskAt }).where('id', '=', id).execute()
}

/** Replaces the request and idempotency key of a refused payment. */
export const replaceRequest = async (
  trx: DbQuery,
  id: PaymentId,
  { request, idempotencyKey }: { request: Record<string, unknown>; idempotencyKey: string },
): Promise<void> => {
  await trx
    .updateTable('payments')
    .set({ request: JSON.stringify(request), idempotency_key: idempotencyKey })
    .where('id', '=', id)
    .execute()
}
