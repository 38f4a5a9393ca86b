import type { Insertable, Updateable } from 'kysely'
import type { OrderId, PaymentId, StoreId } from '../domain/ids.ts'
import type { DbQuery, PaymentRow } from './db.ts'
import type { DbTables } from './tables.ts'

export const insertPayment = (
  query: DbQuery,
  payment: Insertable<DbTables['payments']>,
): Promise<PaymentRow> =>
  query.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow()

export const updatePayment = (
  query: DbQuery,
  id: PaymentId,
  changes: Updateable<DbTables['payments']>,
): Promise<PaymentRow> =>
  query
    .updateTable('payments')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const findPayment = (query: DbQuery, id: PaymentId): Promise<PaymentRow | undefined> =>
  query.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, unless it is of another store. */
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

/** All attempts at an order, the first one first. */
export const paymentsOfOrder = (query: DbQuery, orderId: OrderId): Promise<PaymentRow[]> =>
  query
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('attempt')
    .execute()

/** The same for many orders, by the order's id. */
export const paymentsOfOrders = async (
  query: DbQuery,
  orderIds: readonly OrderId[],
): Promise<Map<string, PaymentRow[]>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('payments')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('attempt')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

export const paymentsByIds = async (
  query: DbQuery,
  ids: readonly PaymentId[],
): Promise<Map<string, PaymentRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await query.selectFrom('payments').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const findPaymentByGatewayId = (
  query: DbQuery,
  storeId: StoreId,
  gatewayPaymentId: number,
): Promise<PaymentRow | undefined> =>
  query
    .selectFrom('payments')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('gateway_payment_id', '=', BigInt(gatewayPaymentId))
    .executeTakeFirst()

/**
 * Notes that the gateway is asked about a payment that is under way, unless it was asked after `notSince`.
 * Returns the payment when it is to be asked.
 */
export const claimAsking = (
  query: DbQuery,
  id: PaymentId,
  { now, notSince }: { now: Date; notSince: Date },
): Promise<PaymentRow | undefined> =>
  query
    .updateTable('payments')
    .set({ last_asked_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'intended', 'authenticating'])
    .where((where) =>
      where.or([where('last_asked_at', 'is', null), where('last_asked_at', '<', notSince)]),
    )
    .returningAll()
    .executeTakeFirst()

/** Payments whose time to be asked for has come, held against others who look. */
export const paymentsToAsk = (
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

export const planAsking = async (
  trx: DbQuery,
  id: PaymentId,
  nextAskAt: Date | null,
): Promise<void> => {
  await trx.updateTable('payments').set({ next_ask_at: nextAskAt }).where('id', '=', id).execute()
}
