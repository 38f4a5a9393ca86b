import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { isOfStores } from '../lists/conditions.ts'
import type { TaskRow } from '../tasks/outbox.ts'

export const LIVE_STATES = ['ready', 'queued', 'running'] as const

/** Blocks concurrent replays of the task. */
export const lockTask = (trx: DbQuery, id: bigint): Promise<TaskRow | undefined> =>
  trx.selectFrom('tasks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Inserts replays without unique keys, which the originals used up. Skips tasks with a live replay.
 */
const insertReplays = async (
  trx: DbQuery,
  which: RawBuilder<unknown>,
  now: Date,
): Promise<TaskRow[]> => {
  const { rows } = await sql<TaskRow>`
    INSERT INTO tasks (kind, needs, store_id, order_id, waiting_key, payload, version, replay_of, run_at, created_at,
      traceparent)
    SELECT kind, needs, store_id, order_id, waiting_key, payload, version, id, ${now}::timestamptz, ${now},
      traceparent
    FROM tasks WHERE ${which}
    ON CONFLICT DO NOTHING RETURNING *`.execute(trx)
  return rows
}

/** Expects `original` to be locked, without a live replay. */
export const insertReplay = async (
  trx: DbQuery,
  original: TaskRow,
  now: Date,
): Promise<TaskRow> => {
  const [replay] = await insertReplays(trx, sql`id = ${original.id}`, now)
  if (!replay) throw new Error('the task is being done again')
  return replay
}

export interface ReplayFilter {
  /** `undefined`: all stores. */
  storeIds: readonly StoreId[] | undefined
  kind?: string | undefined
  diedAfter?: Date | undefined
  diedBefore?: Date | undefined
}

const IS_NOT_DONE_AGAIN = sql`NOT EXISTS (SELECT FROM tasks replays
  WHERE replays.replay_of = tasks.id AND replays.state <> 'dead')`

/** Matches dead originals without a live or successful replay. */
export const IS_GIVEN_UP = sql`tasks.state = 'dead' AND tasks.replay_of IS NULL AND ${IS_NOT_DONE_AGAIN}`

/**
 * Tasks as `IS_GIVEN_UP` matches, with `died.at`, the last death of the task or its replays: one
 * scan of the replays finds both.
 */
const replayable = ({ storeIds, kind, diedAfter, diedBefore }: ReplayFilter) => sql`
  tasks CROSS JOIN LATERAL (
    SELECT GREATEST(tasks.ended_at, max(replays.ended_at)) AS at,
      bool_or(replays.state <> 'dead') AS is_done_again
    FROM tasks replays WHERE replays.replay_of = tasks.id
  ) died
  WHERE tasks.state = 'dead' AND tasks.replay_of IS NULL AND died.is_done_again IS NOT TRUE
    AND ${storeIds ? isOfStores(storeIds, 'tasks.store_id') : sql`true`}
    AND tasks.kind = COALESCE(${kind ?? null}, tasks.kind)
    AND died.at >= COALESCE(${diedAfter ?? null}::timestamptz, '-infinity')
    AND died.at < COALESCE(${diedBefore ?? null}::timestamptz, 'infinity')`

export interface ReplayableCount {
  store_id: StoreId
  kind: string
  count: number
  oldest: Date
}

export const countReplayableTasks = async (
  query: DbQuery,
  filter: ReplayFilter,
): Promise<ReplayableCount[]> => {
  const { rows } = await sql<ReplayableCount>`
    SELECT tasks.store_id, tasks.kind, count(*)::int AS count, min(died.at) AS oldest
    FROM ${replayable(filter)} GROUP BY 1, 2 ORDER BY 1, 2`.execute(query)
  return rows
}

/** Inserts the oldest first; `more` beyond `limit`. */
export const insertReplaysOfDead = async (
  trx: DbQuery,
  { limit, now, ...filter }: ReplayFilter & { limit: number; now: Date },
): Promise<{ replays: TaskRow[]; more: boolean }> => {
  const { rows: held } = await sql<Pick<TaskRow, 'id'>>`
    SELECT tasks.id FROM ${replayable(filter)}
    ORDER BY tasks.id LIMIT ${limit + 1} FOR UPDATE OF tasks SKIP LOCKED`.execute(trx)
  const ids = held.slice(0, limit).map(({ id }) => id)
  // Rechecked under the lock: a concurrent replay may have won.
  const which = sql`id = ANY (${ids}::bigint[]) AND ${IS_NOT_DONE_AGAIN}`
  return { replays: await insertReplays(trx, which, now), more: held.length > limit }
}
