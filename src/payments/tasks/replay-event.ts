import type { DbQuery } from '../../db/db.ts'
import { findEvent, type ListedEvent } from '../../db/events/event-list.ts'
import { reopenUnreadMessage } from '../../db/events/inbox.ts'
import type { StoreId } from '../../domain/ids.ts'
import { replayTask } from '../ports/replay-tasks.ts'

export type ReplayEventOutcome =
  | { outcome: 'replayed'; event: ListedEvent }
  | { outcome: 'under-way'; event: ListedEvent }
  /** The event had its effect, or correctly had none. */
  | { outcome: 'handled'; event: ListedEvent }
  | { outcome: 'no-such-event' }

/** Replays the dead task or, if retention deleted that, handles the webhook as new. */
export const replayEvent = async (
  { query, now, storeId }: { query: DbQuery; now: Date; storeId: StoreId },
  seq: bigint,
): Promise<ReplayEventOutcome> => {
  const event = await findEvent(query, { storeId, seq })
  if (!event) return { outcome: 'no-such-event' }
  if (event.state === 'handled') return { outcome: 'handled', event }
  if (event.state === 'waiting') return { outcome: 'under-way', event }
  const isReplayed = await again({ query, now, storeId }, event)
  const after = (await findEvent(query, { storeId, seq })) ?? event
  return { outcome: isReplayed ? 'replayed' : 'under-way', event: after }
}

const again = async (
  { query, now, storeId }: { query: DbQuery; now: Date; storeId: StoreId },
  event: ListedEvent,
): Promise<boolean> => {
  const { month, seq, task_id: taskId } = event
  if (taskId === null) return reopenUnreadMessage(query, { month, seq: String(seq) }, 'received')
  const replayed = await replayTask({ query, now, storeId }, taskId)
  return replayed.outcome === 'replayed'
}
