import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'
import type { EndpointNeed } from '../tables/tasks.ts'

/**
 * Ends an endpoint's waiting notifications. Returns the creation time of the oldest, or `null`. A
 * running one ends by itself.
 */
export const endWaitingDeliveries = async (
  trx: DbQuery,
  { needs, note, now }: { needs: EndpointNeed; note: string; now: Date },
): Promise<Date | null> => {
  const { rows } = await sql<{ oldest: Date | null }>`
    WITH ended AS (
      UPDATE tasks SET state = 'done', note = ${note}, ended_at = ${now}
      WHERE state = 'ready' AND NOT by_sets AND needs = ${needs} RETURNING created_at
    ) SELECT min(created_at) AS oldest FROM ended`.execute(trx)
  return rows[0]?.oldest ?? null
}
