import type { DbQuery } from '../../db/db.ts'
import { reopenUnreadMessage } from '../../db/inbox.ts'
import type { TaskRow } from '../../db/outbox.ts'
import {
  insertReplay,
  LIVE_STATES,
  latestReplayOf,
  lockReplayableTasks,
  lockTask,
} from '../../db/replays.ts'
import type { TaskState } from '../../db/tables/tasks.ts'
import { findTask } from '../../db/task-history.ts'
import type { StoreId } from '../../domain/ids.ts'
import { messagePayload } from './tasks/apply-gateway-event.ts'

interface Replaying {
  query: DbQuery
  now: Date
  /** Whose tasks; without it, those of all stores. */
  storeId: StoreId | undefined
}

export type ReplayOutcome =
  | { outcome: 'replayed'; task: TaskRow }
  /** It is being done again already. */
  | { outcome: 'under-way'; task: TaskRow }
  | { outcome: 'no-such-task' }
  | { outcome: 'not-dead'; state: TaskState }
  /** A replay has done it. */
  | { outcome: 'done-by-replay'; task: TaskRow }

/**
 * Does a dead task again: a new row that names the first one, and starts with all its tries. However
 * many ask at once, it is done again once at a time. The event behind it is handled again, too.
 */
export const replayTask = async (
  { query, now, storeId }: Replaying,
  id: bigint,
): Promise<ReplayOutcome> => {
  const named = await findTask(query, { storeId, id })
  if (!named) return { outcome: 'no-such-task' }
  return query.transaction().execute(async (trx): Promise<ReplayOutcome> => {
    // A replay that died, too, is done again by another replay of the first task.
    const original = await lockTask(trx, named.replay_of ?? named.id)
    if (!original) return { outcome: 'no-such-task' }
    const latest = await latestReplayOf(trx, original.id)
    if (latest && isLive(latest)) return { outcome: 'under-way', task: latest }
    const isDead = (latest ?? original).state === 'dead'
    if (latest && !isDead && original.state === 'dead') {
      return { outcome: 'done-by-replay', task: latest }
    }
    if (!isDead) return { outcome: 'not-dead', state: named.state }
    return { outcome: 'replayed', task: await doAgain(trx, original, now) }
  })
}

/** More than these are replayed by asking again. */
export const MOST_AT_ONCE = 500

/**
 * Does dead tasks again by kind and by when they died, the oldest first. `more`: some were left for
 * the next time.
 */
export const replayTasks = (
  { query, now, storeId }: Replaying,
  filter: {
    kind?: string | undefined
    diedAfter?: Date | undefined
    diedBefore?: Date | undefined
  },
): Promise<{ replayed: number; more: boolean }> =>
  query.transaction().execute(async (trx) => {
    const dead = await lockReplayableTasks(trx, { storeId, ...filter, limit: MOST_AT_ONCE + 1 })
    const taken = dead.slice(0, MOST_AT_ONCE)
    for (const task of taken) await doAgain(trx, task, now)
    return { replayed: taken.length, more: dead.length > taken.length }
  })

export const isLive = ({ state }: Pick<TaskRow, 'state'>): boolean =>
  (LIVE_STATES as readonly TaskState[]).includes(state)

const doAgain = async (trx: DbQuery, original: TaskRow, now: Date): Promise<TaskRow> => {
  const message = messagePayload.safeParse(original.payload)
  if (message.success) await reopenUnreadMessage(trx, message.data)
  return insertReplay(trx, original, now)
}
