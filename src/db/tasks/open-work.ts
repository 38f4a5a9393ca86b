import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

/** Counts orders that wait for a payment, refund or notification. */
export const countOpenOrders = async (
  query: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT order_id FROM payments WHERE store_id = ${storeId} AND next_ask_at IS NOT NULL
      UNION SELECT id FROM orders
        WHERE store_id = ${storeId} AND status = 'awaiting_payment' AND payable_until > ${now}
      UNION SELECT refunds.order_id FROM refunds JOIN orders ON orders.id = refunds.order_id
        WHERE orders.store_id = ${storeId} AND refunds.state NOT IN ('succeeded', 'failed', 'cancelled')
      UNION SELECT order_id FROM tasks
        WHERE store_id = ${storeId} AND kind = 'notify-storefront' AND state NOT IN ('done', 'dead')
    ) AS open`.execute(query)
  return rows[0]?.count ?? 0
}

/** Counts accepted webhooks without an effect yet. */
export const countWaitingEvents = async (query: DbQuery, storeId: StoreId): Promise<number> => {
  const { count } = await query
    .selectFrom('inbox_waiting')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts tasks that a worker would run, by kind. */
export const countOpenTasks = async (
  query: DbQuery,
): Promise<{ kind: string; count: number }[]> => {
  const { rows } = await sql<{ kind: string; count: number }>`
    SELECT kind, count(*)::int AS count FROM tasks
    WHERE state IN ('ready', 'queued', 'running') GROUP BY kind ORDER BY kind`.execute(query)
  return rows
}
