import { type RawBuilder, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { addMs, HOUR } from '../../runtime/clock.ts'
import type { DbQuery, OrderRow } from '../db.ts'
import { isOfStores } from '../lists/conditions.ts'
import type { TaskNeeds } from '../tables/tasks.ts'
import { ordersByIds } from './orders.ts'

/** Checkouts begun this long before an outage count, because customers may still retry. */
const BEGUN_BEFORE_MS = HOUR

export interface Outage {
  needs: Exclude<TaskNeeds, 'db'>
  storeIds: readonly StoreId[]
  failingSince: Date | undefined
  now: Date
}

/**
 * Counts tasks that are due or failed before and, while a gateway fails (`failingSince`), checkouts
 * it did not create. The only source of this number.
 */
export const countWaitingWork = async (query: DbQuery, outage: Outage) => {
  const { rows } = await sql<{
    tasks: number
    currency: string | null
    orders: number
    minor: string
  }>`
    WITH waiting AS (${tasksOf(outage)}), sums AS (
      SELECT currency, count(*)::int AS orders, sum(amount_minor)::text AS minor
      FROM orders WHERE id IN (SELECT order_id FROM waiting ${checkoutsOf(outage)})
      GROUP BY currency
    )
    SELECT (SELECT count(*)::int FROM waiting) AS tasks, sums.*
    FROM (VALUES (1)) AS one LEFT JOIN sums ON true ORDER BY currency`.execute(query)
  const byCurrency = rows.flatMap(({ currency, orders, minor }) =>
    currency === null ? [] : [{ currency, orders, minor: BigInt(minor) }],
  )
  const orders = byCurrency.reduce((sum, each) => sum + each.orders, 0)
  return { tasks: rows[0]?.tasks ?? 0, orders, byCurrency }
}

/** Lists the orders of `countWaitingWork`, newest first. */
export const ordersThatWait = async (
  query: DbQuery,
  outage: Outage,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<OrderRow[]> => {
  const { rows } = await sql<{ id: OrderId }>`
    WITH waiting AS (${tasksOf(outage)} ${checkoutsOf(outage)})
    SELECT DISTINCT order_id AS id FROM waiting
    WHERE order_id IS NOT NULL ${before === undefined ? sql`` : sql`AND order_id < ${before}`}
    ORDER BY order_id DESC LIMIT ${limit}`.execute(query)
  const orders = await ordersByIds(
    query,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id }) => orders.get(id) ?? [])
}

const tasksOf = ({ needs, storeIds, now }: Outage): RawBuilder<unknown> => sql`
  SELECT order_id FROM tasks
  WHERE state IN ('ready', 'queued', 'running') AND needs = ${needs}
    AND ${isOfStores(storeIds)}
    AND (out_of_reach OR tries > 0 OR run_at <= ${now})`

const checkoutsOf = ({ needs, storeIds, failingSince }: Outage): RawBuilder<unknown> =>
  needs === 'gateway' && failingSince
    ? sql`UNION SELECT order_id FROM payments
        WHERE ${isOfStores(storeIds)} AND state = 'intended'
          AND created_at >= ${addMs(failingSince, -BEGUN_BEFORE_MS)}
          AND updated_at >= ${failingSince}`
    : sql``
