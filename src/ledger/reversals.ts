import type { Insertable, Updateable } from 'kysely'
import type { LedgerQuery, ReversalRow } from './ledger.ts'
import type { LedgerTables } from './tables.ts'

export const insertReversal = (
  query: LedgerQuery,
  reversal: Insertable<LedgerTables['refunds']>,
): Promise<ReversalRow> =>
  query.insertInto('refunds').values(reversal).returningAll().executeTakeFirstOrThrow()

export const updateReversal = (
  query: LedgerQuery,
  id: string,
  changes: Updateable<LedgerTables['refunds']>,
): Promise<ReversalRow> =>
  query
    .updateTable('refunds')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const getReversal = (query: LedgerQuery, id: string): Promise<ReversalRow> =>
  query.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const findReversal = (query: LedgerQuery, id: string): Promise<ReversalRow | undefined> =>
  query.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()

export const reversalsByIds = async (
  query: LedgerQuery,
  ids: readonly string[],
): Promise<Map<string, ReversalRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await query.selectFrom('refunds').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** All voids and refunds of an order, the first one first. */
export const reversalsOfOrder = (query: LedgerQuery, orderId: string): Promise<ReversalRow[]> =>
  query
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The same for many orders, by the order's id. */
export const reversalsOfOrders = async (
  query: LedgerQuery,
  orders: readonly { id: string }[],
): Promise<Map<string, ReversalRow[]>> => {
  if (orders.length === 0) return new Map()
  const rows = await query
    .selectFrom('refunds')
    .selectAll()
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

/** What a store asked for under an idempotency key of its own. */
export const findReversalByKey = (
  query: LedgerQuery,
  storeId: string,
  idempotencyKey: string,
): Promise<ReversalRow | undefined> =>
  query
    .selectFrom('refunds')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
