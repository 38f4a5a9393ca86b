import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import { addMs, HOUR } from '../runtime/clock.ts'
import { anyOf } from '../runtime/database.ts'
import type { DbQuery } from './db.ts'

/** How many orders of a currency wait, with their money. */
export interface WaitingOrders {
  currency: string
  orders: number
  minor: bigint
}

/** The orders whose tasks wait for shops that are out of reach, or refuse what they are told. */
export const ordersWaitingForShop = (
  query: DbQuery,
  storeIds: readonly StoreId[],
): Promise<WaitingOrders[]> =>
  sumOrders(
    query,
    sql`SELECT order_id FROM tasks
      WHERE state IN ('ready', 'queued', 'running') AND needs = 'shop'
        AND store_id = ${anyOf(storeIds)} AND order_id IS NOT NULL`,
  )

/** A checkout that was begun before the gateway failed may be tried again while it does. */
const BEGUN_BEFORE_MS = HOUR

/**
 * The orders that a gateway which fails since an instant holds up: what is due or was tried in vain
 * (refunds, questions), and the checkouts that it has not made.
 */
export const ordersHeldByGateway = (
  query: DbQuery,
  { storeIds, since, now }: { storeIds: readonly StoreId[]; since: Date; now: Date },
): Promise<WaitingOrders[]> =>
  sumOrders(
    query,
    sql`SELECT order_id FROM tasks
      WHERE state IN ('ready', 'queued', 'running') AND needs = 'gateway'
        AND (out_of_reach OR run_at <= ${now})
        AND store_id = ${anyOf(storeIds)} AND order_id IS NOT NULL
      UNION
      SELECT order_id FROM payments
      WHERE store_id = ${anyOf(storeIds)} AND state = 'intended'
        AND created_at >= ${addMs(since, -BEGUN_BEFORE_MS)} AND updated_at >= ${since}`,
  )

const sumOrders = async (
  query: DbQuery,
  orderIds: RawBuilder<unknown>,
): Promise<WaitingOrders[]> => {
  const { rows } = await sql<{ currency: string; orders: number; minor: string }>`
    SELECT currency, count(*)::int AS orders, sum(amount_minor)::text AS minor
    FROM orders WHERE id IN (${orderIds})
    GROUP BY currency ORDER BY currency`.execute(query)
  return rows.map(({ minor, ...row }) => ({ ...row, minor: BigInt(minor) }))
}
