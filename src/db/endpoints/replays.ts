import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'
import { endpointNeed } from '../tables/tasks.ts'
import type { NotificationEndpointRow } from './endpoints.ts'

export interface MissedNotifications {
  endpoint: Pick<NotificationEndpointRow, 'id' | 'store_id' | 'events'>
  from: Date
  to: Date
  /** Includes notifications that the endpoint accepted. */
  isAll: boolean
}

/**
 * Selects the store's own notifications that fit the filter, once per message id. Excludes replays,
 * and repetitions that a person requested for the shop alone.
 */
const notificationsOf = ({ endpoint, from, to, isAll }: MissedNotifications) => {
  const { id, store_id: storeId, events } = endpoint
  const type = sql`CASE kind WHEN 'notify-saved-card' THEN 'payment_method.saved' ELSE payload ->> 'type' END`
  // Treats an obsolete (`left-out`) task as delivered: a replay would skip it again.
  const isKnown = isAll
    ? sql`sent.state <> 'done'`
    : sql`(sent.state <> 'done' OR sent.note IS DISTINCT FROM 'missed')`
  return sql`
    SELECT DISTINCT ON (payload ->> 'messageId') id, order_id, payload, ${type} AS type
    FROM tasks
    WHERE store_id = ${storeId} AND kind IN ('notify-storefront', 'notify-saved-card')
      AND replay_of IS NULL AND created_at >= ${from} AND created_at < ${to}
      AND COALESCE(unique_key, '') NOT LIKE '%:again:%'
      AND (${events}::text[] IS NULL OR ${type} = ANY (${events}::text[]))
      AND NOT EXISTS (
        SELECT FROM tasks sent
        WHERE sent.kind = 'notify-endpoint' AND sent.needs = ${endpointNeed(id)}
          AND sent.payload ->> 'messageId' = tasks.payload ->> 'messageId'
          AND sent.created_at >= ${from} AND ${isKnown}
      )
    ORDER BY payload ->> 'messageId', id`
}

export const countNotificationsOf = async (
  query: DbQuery,
  { limit, ...missed }: MissedNotifications & { limit: number },
): Promise<{ notifications: number; orders: number }> => {
  const { rows } = await sql<{ notifications: number; orders: number }>`
    SELECT count(*)::int AS notifications, count(DISTINCT order_id)::int AS orders
    FROM (SELECT * FROM (${notificationsOf(missed)}) AS missed LIMIT ${limit}) AS counted`.execute(
    query,
  )
  return rows[0] ?? { notifications: 0, orders: 0 }
}

/** Plans the missed notifications for the endpoint, in their sequence. */
export const replayToEndpoint = async (
  trx: DbQuery,
  { occasion, now, ...missed }: MissedNotifications & { occasion: string; now: Date },
): Promise<void> => {
  const { id, store_id: storeId } = missed.endpoint
  await sql`
    INSERT INTO tasks (kind, needs, store_id, order_id, unique_key, payload, run_at, created_at)
    SELECT 'notify-endpoint', ${endpointNeed(id)}, ${storeId}, order_id,
      concat_ws(':', 'replay', ${id}::text, payload ->> 'messageId', ${occasion}::text),
      payload || jsonb_build_object('endpointId', ${id}::text, 'type', type)
        || CASE WHEN order_id IS NULL THEN '{}' ELSE jsonb_build_object('orderId', order_id) END,
      ${now}::timestamptz, ${now}::timestamptz
    FROM (${notificationsOf(missed)}) AS missed ORDER BY id`.execute(trx)
}
