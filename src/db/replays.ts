import { sql } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import type { DbQuery } from './db.ts'
import type { TaskRow } from './outbox.ts'

/** The states of a task that has not ended. */
export const LIVE_STATES = ['ready', 'queued', 'running'] as const

/** Holds a task against others who want to do it again, as long as the transaction lasts. */
export const lockTask = (trx: DbQuery, id: bigint): Promise<TaskRow | undefined> =>
  trx.selectFrom('tasks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** What does this task again: the newest, be it alive or ended. */
export const latestReplayOf = (query: DbQuery, id: bigint): Promise<TaskRow | undefined> =>
  query
    .selectFrom('tasks')
    .selectAll()
    .where('replay_of', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Writes a task that does `original` again, without its unique key: that stays spent. */
export const insertReplay = (trx: DbQuery, original: TaskRow, now: Date): Promise<TaskRow> =>
  trx
    .insertInto('tasks')
    .values({
      kind: original.kind,
      needs: original.needs,
      store_id: original.store_id,
      order_id: original.order_id,
      waiting_key: original.waiting_key,
      payload: JSON.stringify(original.payload),
      replay_of: original.id,
      run_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Which dead tasks are meant; `storeId: undefined`: those of all stores. */
export interface ReplayFilter {
  storeId: StoreId | undefined
  kind?: string | undefined
  diedAfter?: Date | undefined
  diedBefore?: Date | undefined
}

const replayableTasks = (
  query: DbQuery,
  { storeId, kind, diedAfter, diedBefore }: ReplayFilter,
) => {
  let dead = query
    .selectFrom('tasks')
    .where('state', '=', 'dead')
    .where('replay_of', 'is', null)
    .where(isNotDoneAgain)
  if (storeId !== undefined) dead = dead.where('store_id', '=', storeId)
  if (kind !== undefined) dead = dead.where('kind', '=', kind)
  if (diedAfter) dead = dead.where(diedLastAt, '>=', diedAfter)
  if (diedBefore) dead = dead.where(diedLastAt, '<', diedBefore)
  return dead
}

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
  const counts = await replayableTasks(query, filter)
    .select(({ fn }) => ['store_id', 'kind', fn.countAll<string>().as('count')])
    .select(sql<Date>`min(${diedLastAt})`.as('oldest'))
    .groupBy(['store_id', 'kind'])
    .orderBy('store_id')
    .orderBy('kind')
    .execute()
  return counts.map((row) => ({ ...row, count: Number(row.count) }))
}

/**
 * Dead tasks that no replay does again or has done, the oldest first, held against others. One whose
 * replays died, too, has died when the last of them did.
 */
export const lockReplayableTasks = async (
  trx: DbQuery,
  { limit, ...filter }: ReplayFilter & { limit: number },
): Promise<TaskRow[]> => {
  const held = await replayableTasks(trx, filter)
    .select('id')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (held.length === 0) return []
  // Looked at again now that they are held: somebody may have replayed one between look and hold.
  return trx
    .selectFrom('tasks')
    .selectAll()
    .where(
      'id',
      'in',
      held.map(({ id }) => id),
    )
    .where(isNotDoneAgain)
    .orderBy('id')
    .execute()
}

const isNotDoneAgain = sql<boolean>`NOT EXISTS (SELECT FROM tasks replays
  WHERE replays.replay_of = tasks.id AND replays.state <> 'dead')`

const diedLastAt = sql<Date>`GREATEST(ended_at,
  (SELECT max(replays.ended_at) FROM tasks replays WHERE replays.replay_of = tasks.id))`

/** Makes a waiting task due; one that is under way or has ended stays as it is. */
export const hurryTask = (query: DbQuery, id: bigint, now: Date): Promise<unknown> =>
  query
    .updateTable('tasks')
    .set({ run_at: now })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('run_at', '>', now)
    .execute()
