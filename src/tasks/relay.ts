import { makeTasksOfMessages } from '../db/inbox.ts'
import { takeDueTasks } from '../db/task-claims.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../payments/ports/context.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import { pauseUntilDue } from './pause-until-due.ts'
import type { AtWork } from './work-watch.ts'

const BATCH = 500
/** So many tasks of one store that need the same are in hand at a time, of all kinds together. */
const ROOM_PER_STORE = 16

/**
 * Hands tasks of the outbox to the job queue: at once when it is signalled that there is work, and at
 * the moment when a waiting task is due. What the queue does not start is due again: see `watch-others.ts`.
 */
export const startRelay = (
  ctx: PaymentsContext,
  { queue, watch, isClosing, tallyError }: AtWork,
): Loop => {
  const { processId } = ctx
  const kinds = Object.fromEntries(
    ctx.platforms.flatMap(({ inbound }) => (inbound ? [[inbound.source, inbound.kind]] : [])),
  )
  const atOncePerStore = Object.fromEntries(
    [...ctx.taskKinds].map(([kind, { atOncePerStore: most }]) => [kind, most]),
  )

  const reachQueue = async (reach: () => Promise<void>): Promise<void> => {
    try {
      await reach()
      watch.queueIsAway(false)
    } catch (error) {
      watch.queueIsAway(queue.isElsewhere)
      throw error
    }
  }

  const look = async (): Promise<number> => {
    await reachQueue(queue.ready)
    for (let more = true; more && !isClosing(); ) {
      const now = ctx.clock.now()
      const made = await makeTasksOfMessages(ctx.db.query, { kinds, now, limit: BATCH })
      const taking = { now, processId, atOncePerStore, limit: BATCH, roomPerStore: ROOM_PER_STORE }
      const due = await takeDueTasks(ctx.db.hot.query, taking)
      const jobs = due.map(({ id, claims, needs }) => ({
        id: `${id}-${claims}`,
        data: String(id),
        // It takes milliseconds, and does not wait behind those that wait for the network.
        isFirst: needs === 'db',
      }))
      if (jobs.length > 0) await reachQueue(() => queue.add(jobs))
      more = due.length === BATCH || made === BATCH
      watch.cameRound('tasks')
    }
    return pauseUntilDue(ctx, { bySets: false })
  }
  const loop = startLoop({
    look,
    onFailure: (error) => tallyError(error, 'relay will try again'),
  })
  ctx.signals.on(WORK_SIGNAL, loop.wake)
  queue.onRestored(loop.startOver)
  return loop
}
