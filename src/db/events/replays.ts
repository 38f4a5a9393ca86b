import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
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
    INSERT INTO tasks (kind, needs, store_id, order_id, waiting_key, payload, replay_of, run_at, created_at)
    SELECT kind, needs, store_id, order_id, waiting_key, payload, id, ${now}::timestamptz, ${now}
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

const isReplayable = ({ storeIds, kind, diedAfter, diedBefore }: ReplayFilter) => sql`
  ${IS_GIVEN_UP}
  AND ${storeIds ? sql`store_id IN (SELECT unnest(${storeIds}::text[]))` : sql`true`}
  AND kind = COALESCE(${kind ?? null}, kind)
  AND ${DIED_LAST_AT} >= COALESCE(${diedAfter ?? null}::timestamptz, '-infinity')
  AND ${DIED_LAST_AT} < COALESCE(${diedBefore ?? null}::timestamptz, 'infinity')`

const DIED_LAST_AT = sql`GREATEST(ended_at,
  (SELECT max(replays.ended_at) FROM tasks replays WHERE replays.replay_of = tasks.id))`

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
    SELECT store_id, kind, count(*)::int AS count, min(${DIED_LAST_AT}) AS oldest
    FROM tasks WHERE ${isReplayable(filter)} GROUP BY 1, 2 ORDER BY 1, 2`.execute(query)
  return rows
}

/** Inserts the oldest first; `more` beyond `limit`. */
export const insertReplaysOfDead = async (
  trx: DbQuery,
  { limit, now, ...filter }: ReplayFilter & { limit: number; now: Date },
): Promise<{ replays: TaskRow[]; more: boolean }> => {
  const { rows: held } = await sql<Pick<TaskRow, 'id'>>`
    SELECT id FROM tasks WHERE ${isReplayable(filter)}
    ORDER BY id LIMIT ${limit + 1} FOR UPDATE SKIP LOCKED`.execute(trx)
  const ids = held.slice(0, limit).map(({ id }) => id)
  // Rechecked under the lock: a concurrent replay may have won.
  const which = sql`id = ANY (${ids}::bigint[]) AND ${IS_NOT_DONE_AGAIN}`
  return { replays: await insertReplays(trx, which, now), more: held.length > limit }
}
