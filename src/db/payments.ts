import { type Insertable, sql, type Updateable } from 'kysely'
import type { OrderId, PaymentId, StoreId } from '../domain/ids.ts'
import { anyOf } from '../runtime/database.ts'
import { oneOfMany } from '../runtime/together.ts'
import type { DbQuery, PaymentRow } from './db.ts'
import { updateRows } from './rows.ts'
import type { DbTables } from './tables.ts'

export const insertPayment = (
  query: DbQuery,
  payment: Insertable<DbTables['payments']>,
): Promise<PaymentRow> =>
  query.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow()

export const updatePayment = (
  query: DbQuery,
  id: PaymentId,
  set: Updateable<DbTables['payments']>,
): Promise<PaymentRow> => updateOne(query, { id, set })

const updateOne = oneOfMany(
  (query: DbQuery, changes: readonly { id: PaymentId; set: Updateable<DbTables['payments']> }[]) =>
    updateRows(query, 'payments', changes),
)

export const findPayment = oneOfMany(
  async (query: DbQuery, ids: readonly PaymentId[]): Promise<(PaymentRow | undefined)[]> => {
    const payments = await paymentsByIds(query, ids)
    return ids.map((id) => payments.get(id))
  },
)

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
export const paymentsOfOrder = oneOfMany(
  async (query: DbQuery, orderIds: readonly OrderId[]): Promise<PaymentRow[][]> => {
    const payments = await paymentsOfOrders(query, orderIds)
    return orderIds.map((id) => payments.get(id) ?? [])
  },
)

/** The same for many orders, by the order's id. */
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

export const findPaymentByGatewayId = (
  query: DbQuery,
  storeId: StoreId,
  gatewayPaymentId: number,
): Promise<PaymentRow | undefined> => findByGatewayId(query, { storeId, id: gatewayPaymentId })

const findByGatewayId = oneOfMany(
  async (query: DbQuery, sought: readonly { storeId: StoreId; id: number }[]) => {
    const { rows } = await sql<PaymentRow>`
      SELECT payments.* FROM unnest(${sought.map(({ storeId }) => storeId)}::text[],
        ${sought.map(({ id }) => String(id))}::bigint[]) AS sought (store_id, id)
      JOIN payments ON payments.store_id = sought.store_id
        AND payments.gateway_payment_id = sought.id`.execute(query)
    const found = new Map(rows.map((row) => [`${row.store_id} ${row.gateway_payment_id}`, row]))
    return sought.map(({ storeId, id }) => found.get(`${storeId} ${id}`))
  },
)

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
