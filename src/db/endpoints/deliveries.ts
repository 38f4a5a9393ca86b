import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'
import type { EndpointNeed } from '../tables/tasks.ts'

/**
 * Ends an endpoint's waiting notifications. Returns the creation time of the oldest undelivered one,
 * or `null`. Considers those in flight too: if such a try fails, the endpoint misses the notification.
 */
export const endWaitingDeliveries = async (
  trx: DbQuery,
  { needs, note, now }: { needs: EndpointNeed; note: string; now: Date },
): Promise<Date | null> => {
  const { rows } = await sql<{ oldest: Date | null }>`
    WITH undelivered AS (
      SELECT min(created_at) AS oldest FROM tasks
      WHERE state IN ('ready', 'queued', 'running') AND NOT by_sets AND needs = ${needs}
    ), ended AS (
      UPDATE tasks SET state = 'done', note = ${note}, ended_at = ${now}
      WHERE state = 'ready' AND NOT by_sets AND needs = ${needs}
    ) SELECT oldest FROM undelivered`.execute(trx)
  return rows[0]?.oldest ?? null
}
