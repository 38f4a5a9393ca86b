import type { DbQuery } from '../../db/db.ts'
import { reopenUnreadMessage } from '../../db/events/inbox.ts'
import {
  insertReplay,
  insertReplaysOfDead,
  LIVE_STATES,
  lockTask,
  type ReplayFilter,
} from '../../db/events/replays.ts'
import type { TaskState } from '../../db/tables/tasks.ts'
import type { TaskRow } from '../../db/tasks/outbox.ts'
import { findTask, latestReplays } from '../../db/tasks/task-history.ts'
import type { StoreId } from '../../domain/ids.ts'
import { messagePayload } from './tasks/payment-tasks.ts'

interface Replaying {
  query: DbQuery
  now: Date
  /** `undefined`: all stores. */
  storeId: StoreId | undefined
}

export type ReplayOutcome =
  | { outcome: 'replayed'; task: TaskRow }
  | { outcome: 'under-way'; task: TaskRow }
  | { outcome: 'no-such-task' }
  | { outcome: 'not-dead'; state: TaskState }
  | { outcome: 'done-by-replay'; task: TaskRow }

/**
 * Replays a dead task and its event: inserts a row that references the original, with fresh tries.
 * Concurrent calls start one replay.
 */
export const replayTask = async (
  { query, now, storeId }: Replaying,
  id: bigint,
): Promise<ReplayOutcome> => {
  const named = await findTask(query, { storeId, id })
  if (!named) return { outcome: 'no-such-task' }
  return query.transaction().execute(async (trx): Promise<ReplayOutcome> => {
    // All replays reference the first task.
    const original = await lockTask(trx, named.replay_of ?? named.id)
    if (!original) return { outcome: 'no-such-task' }
    const latest = (await latestReplays(trx, [original.id])).get(original.id)
    if (latest && isLive(latest)) return { outcome: 'under-way', task: latest }
    const isDead = (latest ?? original).state === 'dead'
    if (latest && !isDead && original.state === 'dead') {
      return { outcome: 'done-by-replay', task: latest }
    }
    if (!isDead) return { outcome: 'not-dead', state: named.state }
    const task = await insertReplay(trx, original, now)
    await reopenMessages(trx, [task])
    return { outcome: 'replayed', task }
  })
}

export const REPLAY_LIMIT = 500

/** Replays dead tasks by kind and time of death, oldest first. `more`: call again. */
export const replayTasks = (
  { query, now, storeId }: Replaying,
  filter: Omit<ReplayFilter, 'storeIds'>,
): Promise<{ replayed: number; more: boolean }> =>
  query.transaction().execute(async (trx) => {
    const storeIds = storeId === undefined ? undefined : [storeId]
    const dead = { storeIds, ...filter, now, limit: REPLAY_LIMIT }
    const { replays, more } = await insertReplaysOfDead(trx, dead)
    await reopenMessages(trx, replays)
    return { replayed: replays.length, more }
  })

export const isLive = ({ state }: Pick<TaskRow, 'state'>): boolean =>
  (LIVE_STATES as readonly TaskState[]).includes(state)

const reopenMessages = async (trx: DbQuery, replays: readonly TaskRow[]): Promise<void> => {
  for (const { payload } of replays) {
    const message = messagePayload.safeParse(payload)
    if (message.success) await reopenUnreadMessage(trx, message.data, 'queued')
  }
}
