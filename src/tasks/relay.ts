import { makeTasksOfMessages } from '../db/inbox.ts'
import { takeDueTasks } from '../db/task-claims.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../payments/ports/context.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import { pauseUntilDue } from './pause-until-due.ts'
import type { AtWork } from './work-watch.ts'

const BATCH = 500
/** Tasks queued and running per store and dependency, all kinds together. */
const ROOM_PER_STORE = 16

/**
 * Relays due tasks from the outbox to the job queue. `watch-others.ts` releases tasks that the
 * queue loses.
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
        // Database-only tasks take milliseconds and must not queue behind network calls.
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
