import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import type { DbQuery } from './db.ts'
import type { TaskRow } from './outbox.ts'

/** The states of a task that has not ended. */
export const LIVE_STATES = ['ready', 'queued', 'running'] as const

/** Holds a task against others who want to do it again, as long as the transaction lasts. */
export const lockTask = (trx: DbQuery, id: bigint): Promise<TaskRow | undefined> =>
  trx.selectFrom('tasks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Writes tasks that do these again, without their unique keys: those stay spent. What is being done again
 * already is left out.
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

/** Writes a task that does `original` again, which is held and not being done again. */
export const insertReplay = async (
  trx: DbQuery,
  original: TaskRow,
  now: Date,
): Promise<TaskRow> => {
  const [replay] = await insertReplays(trx, sql`id = ${original.id}`, now)
  if (!replay) throw new Error('the task is being done again')
  return replay
}

/** Which dead tasks are meant. */
export interface ReplayFilter {
  /** `undefined`: those of all stores. */
  storeIds: readonly StoreId[] | undefined
  kind?: string | undefined
  diedAfter?: Date | undefined
  diedBefore?: Date | undefined
}

const IS_NOT_DONE_AGAIN = sql`NOT EXISTS (SELECT FROM tasks replays
  WHERE replays.replay_of = tasks.id AND replays.state <> 'dead')`

/** Selects the dead tasks that no replay does again or has done. */
export const IS_GIVEN_UP = sql`tasks.state = 'dead' AND tasks.replay_of IS NULL AND ${IS_NOT_DONE_AGAIN}`

/** Selects those that a filter means. */
const isReplayable = ({ storeIds, kind, diedAfter, diedBefore }: ReplayFilter) => sql`
  ${IS_GIVEN_UP}
  AND ${storeIds ? sql`store_id IN (SELECT unnest(${storeIds}::text[]))` : sql`true`}
  AND kind = COALESCE(${kind ?? null}, kind)
  AND ${DIED_LAST_AT} >= COALESCE(${diedAfter ?? null}::timestamptz, '-infinity')
  AND ${DIED_LAST_AT} < COALESCE(${diedBefore ?? null}::timestamptz, 'infinity')`

/** One whose replays died, too, has died when the last of them did. */
const DIED_LAST_AT = sql`GREATEST(ended_at,
  (SELECT max(replays.ended_at) FROM tasks replays WHERE replays.replay_of = tasks.id))`

/** Dead tasks of one kind and store. */
export interface ReplayableCount {
  store_id: StoreId
  kind: string
  count: number
  /** When the first of them died. */
  oldest: Date
}

/** How many dead tasks a replay would do again, by store and kind. */
export const countReplayableTasks = async (
  query: DbQuery,
  filter: ReplayFilter,
): Promise<ReplayableCount[]> => {
  const { rows } = await sql<ReplayableCount>`
    SELECT store_id, kind, count(*)::int AS count, min(${DIED_LAST_AT}) AS oldest
    FROM tasks WHERE ${isReplayable(filter)} GROUP BY 1, 2 ORDER BY 1, 2`.execute(query)
  return rows
}

/** Writes tasks that do dead ones again, the oldest first. `more`: there are more than `limit`. */
export const insertReplaysOfDead = async (
  trx: DbQuery,
  { limit, now, ...filter }: ReplayFilter & { limit: number; now: Date },
): Promise<{ replays: TaskRow[]; more: boolean }> => {
  const { rows: held } = await sql<Pick<TaskRow, 'id'>>`
    SELECT id FROM tasks WHERE ${isReplayable(filter)}
    ORDER BY id LIMIT ${limit + 1} FOR UPDATE SKIP LOCKED`.execute(trx)
  const ids = held.slice(0, limit).map(({ id }) => id)
  // Looked at again now that they are held: somebody may have replayed one between look and hold.
  const which = sql`id = ANY (${ids}::bigint[]) AND ${IS_NOT_DONE_AGAIN}`
  return { replays: await insertReplays(trx, which, now), more: held.length > limit }
}
