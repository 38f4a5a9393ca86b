import { sql } from 'kysely'
import type { OrderId, RefundId, StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery, RefundRow } from '../db.ts'

export const findRefund = (query: DbQuery, id: RefundId): Promise<RefundRow | undefined> =>
  query.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()

export const refundsByIds = async (
  query: DbQuery,
  ids: readonly RefundId[],
): Promise<Map<string, RefundRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await query.selectFrom('refunds').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const refundsOfOrder = async (query: DbQuery, orderId: OrderId): Promise<RefundRow[]> =>
  (await refundsOfOrders(query, [orderId])).get(orderId) ?? []

export const refundsOfOrders = async (
  query: DbQuery,
  orderIds: readonly OrderId[],
): Promise<Map<string, RefundRow[]>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', anyOf(orderIds))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

export const findRefundByKey = (
  query: DbQuery,
  storeId: StoreId,
  idempotencyKey: string,
): Promise<RefundRow | undefined> =>
  query
    .selectFrom('refunds')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()

/** Lists refunds that Puente has still to make or to see, oldest first, with their order's id. */
export const openRefunds = (
  query: DbQuery,
  { limit }: { limit: number },
): Promise<(RefundRow & { external_id: string })[]> =>
  query
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .selectAll('refunds')
    .select('orders.external_id')
    .where('refunds.state', 'not in', ['succeeded', 'failed', 'cancelled'])
    .orderBy('refunds.id')
    .limit(limit)
    .execute()

/** Oldest first. */
export const refundsAwaitingApproval = (
  query: DbQuery,
  storeId: StoreId | undefined,
): Promise<RefundRow[]> => {
  const waiting = query
    .selectFrom('refunds')
    .selectAll()
    .where(sql<boolean>`approval ->> 'state' = 'pending'`)
    .orderBy('id')
  return (storeId === undefined ? waiting : waiting.where('store_id', '=', storeId)).execute()
}
