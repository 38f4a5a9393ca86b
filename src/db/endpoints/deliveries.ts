import { sql } from 'kysely'
import type { EndpointId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { endpointNeed } from '../tables/tasks.ts'
import type { NotificationEndpointRow } from './endpoints.ts'

/** Tasks per statement, which holds their rows for milliseconds. */
const BATCH = 1_000

/**
 * Ends the waiting notifications of a disabled or removed endpoint, in batches. Lowers `missed_since`
 * to the oldest undelivered one, in flight or not. Stops if a person enables the endpoint meanwhile.
 */
export const endWaitingDeliveries = async (
  query: DbQuery,
  {
    endpoint: { id, store_id: storeId },
    note,
    now,
    batch = BATCH,
  }: {
    endpoint: Pick<NotificationEndpointRow, 'id' | 'store_id'>
    note: string
    now: Date
    batch?: number
  },
): Promise<void> => {
  const ofEndpoint = sql`NOT by_sets AND needs = ${endpointNeed(id)} AND store_id = ${storeId}`
  const { rows: inFlight } = await sql<{ oldest: Date | null }>`
    SELECT min(created_at) AS oldest FROM tasks
    WHERE state IN ('queued', 'running') AND ${ofEndpoint}`.execute(query)
  const oldest = inFlight[0]?.oldest
  if (oldest) await lowerMissedSince(query, id, oldest)
  for (let ended = batch; ended === batch; ) {
    const { rows } = await sql<{ ended: number }>`
      WITH waiting AS (
        SELECT id FROM tasks WHERE state = 'ready' AND ${ofEndpoint}
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
