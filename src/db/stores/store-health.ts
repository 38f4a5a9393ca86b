import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { IS_GIVEN_UP } from '../events/replays.ts'
import type { RunState } from '../tables/reconciliation.ts'
import { circuitOf } from '../tasks/task-rooms.ts'

export interface StoreHealthRow {
  id: StoreId
  webhook_at: Date | null
  refused_at: Date | null
  refused_because: string | null
  /** Arrival of the oldest unapplied event. */
  event_waits_since: Date | null
  /** Due time of the most overdue task. */
  task_due_since: Date | null
  dead_tasks: number
  open_alerts: number
  run_id: string | null
  run_state: RunState | null
  run_started_at: Date | null
  run_ended_at: Date | null
}

/** Matches tasks held by a circuit, not by a lack of workers. */
const IS_HELD = sql`EXISTS (
  SELECT FROM circuits
  WHERE name = ${circuitOf('tasks')} AND (open_until IS NOT NULL OR paused_at IS NOT NULL))`

export const healthOfStores = async (
  query: DbQuery,
  { storeIds, now }: { storeIds: readonly StoreId[]; now: Date },
): Promise<Map<StoreId, StoreHealthRow>> => {
  const { rows } = await sql<StoreHealthRow>`
    SELECT store.id, latest.at AS webhook_at, refused.at AS refused_at,
      refused.reason AS refused_because, waiting.since AS event_waits_since,
      due.since AS task_due_since, dead.count AS dead_tasks, open.count AS open_alerts,
      run.id AS run_id, run.state AS run_state, run.started_at AS run_started_at,
      run.ended_at AS run_ended_at
    FROM unnest(${storeIds}::text[]) AS store (id)
    LEFT JOIN webhook_latest latest ON latest.store_id = store.id
    LEFT JOIN LATERAL (
      SELECT at, reason FROM webhook_refusals WHERE store_id = store.id ORDER BY at DESC LIMIT 1
    ) refused ON true
    LEFT JOIN LATERAL (
      SELECT inbox.received_at AS since FROM (
        SELECT month, seq FROM inbox_waiting
        WHERE state = 'received' AND source = 'gateway' AND store_id = store.id
        ORDER BY seq LIMIT 1
      ) first JOIN inbox USING (month, seq)
    ) waiting ON true
    LEFT JOIN LATERAL (
      SELECT min(run_at) AS since FROM tasks JOIN stores ON stores.id = tasks.store_id
      WHERE tasks.state = 'ready' AND tasks.store_id = store.id AND run_at <= ${now}
        AND by_sets IN (true, false) AND needs IN ('db', 'gateway', 'shop')
        AND NOT ${IS_HELD}
    ) due ON true
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS count FROM tasks
      WHERE ${IS_GIVEN_UP} AND store_id = store.id
    ) dead ON true
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS count FROM alerts WHERE closed_at IS NULL AND store_id = store.id
    ) open ON true
    LEFT JOIN LATERAL (
      SELECT id, state, started_at, ended_at FROM reconciliations
      WHERE store_id = store.id AND NOT dry ORDER BY id DESC LIMIT 1
    ) run ON true`.execute(query)
  return new Map(rows.map((row) => [row.id, row]))
}
