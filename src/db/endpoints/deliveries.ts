import { sql } from 'kysely'
import type { EndpointId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { type EndpointNeed, endpointNeed } from '../tables/tasks.ts'
import type { NotificationEndpointRow } from './endpoints.ts'

/** Tasks per statement, which holds their rows for milliseconds. */
const BATCH = 1_000

type Known = Pick<NotificationEndpointRow, 'id' | 'store_id'>

const isOf = ({ id, store_id: storeId }: Known) =>
  sql`NOT by_sets AND needs = ${endpointNeed(id)} AND store_id = ${storeId}`

/** Returns the creation time of the oldest undelivered notification, in flight or not. */
export const oldestUndelivered = async (
  query: DbQuery,
  endpoint: Known,
): Promise<Date | undefined> => {
  const { rows } = await sql<{ oldest: Date | null }>`
    SELECT min(created_at) AS oldest FROM tasks
    WHERE state IN ('ready', 'queued', 'running') AND ${isOf(endpoint)}`.execute(query)
  return rows[0]?.oldest ?? undefined
}

/**
 * Ends the waiting notifications of a disabled or removed endpoint, in batches. Lowers `missed_since`
 * to the oldest undelivered one, in flight or not. Stops if a person enables the endpoint meanwhile.
 */
export const endWaitingDeliveries = async (
  query: DbQuery,
  {
    endpoint,
    note,
    now,
    batch = BATCH,
  }: {
    endpoint: Known
    note: string
    now: Date
    batch?: number
  },
): Promise<void> => {
  const { id } = endpoint
  const oldest = await oldestUndelivered(query, endpoint)
  if (oldest) await lowerMissedSince(query, id, oldest)
  for (let ended = batch; ended === batch; ) {
    const { rows } = await sql<{ ended: number }>`
      WITH waiting AS (
        SELECT id FROM tasks WHERE state = 'ready' AND ${isOf(endpoint)}
          AND NOT EXISTS (
            SELECT FROM notification_endpoints known WHERE known.id = ${id} AND disabled_at IS NULL)
        ORDER BY run_at, id LIMIT ${batch} FOR UPDATE SKIP LOCKED
      ), ended AS (
        UPDATE tasks SET state = 'done', note = ${note}, ended_at = ${now}
        FROM waiting WHERE tasks.id = waiting.id RETURNING created_at
      ), lowered AS (
        UPDATE notification_endpoints
        SET missed_since = LEAST(missed_since, (SELECT min(created_at) FROM ended))
        WHERE id = ${id} AND EXISTS (SELECT FROM ended)
      ) SELECT count(*)::int AS ended FROM ended`.execute(query)
    ended = rows[0]?.ended ?? 0
  }
}

/** Returns per endpoint the creation time of the oldest waiting notification with `tries` or more. */
export const oldestRetriedDeliveries = async (
  query: DbQuery,
  ids: readonly EndpointId[],
  tries: number,
): Promise<Map<EndpointId, Date>> => {
  const { rows } = await sql<{ needs: EndpointNeed; oldest: Date }>`
    SELECT needs, min(created_at) AS oldest FROM tasks
    WHERE state = 'ready' AND NOT by_sets AND needs = ANY (${ids.map(endpointNeed)}::text[])
      AND tries >= ${tries}
    GROUP BY needs`.execute(query)
  return new Map(
    ids.flatMap((id) => {
      const oldest = rows.find(({ needs }) => needs === endpointNeed(id))?.oldest
      return oldest ? [[id, oldest] as const] : []
    }),
  )
}

/** Notes that an endpoint missed a notification of this time. */
export const lowerMissedSince = async (
  query: DbQuery,
  id: EndpointId,
  since: Date,
): Promise<void> => {
  await query
    .updateTable('notification_endpoints')
    .set({ missed_since: since })
    .where('id', '=', id)
    .where((row) => row.or([row('missed_since', 'is', null), row('missed_since', '>', since)]))
    .execute()
}
