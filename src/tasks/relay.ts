import { createTasksOfMessages } from '../db/events/inbox.ts'
import { claimDueTasks } from '../db/tasks/task-claims.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../payments/ports/context.ts'
import { type Loop, startLoop } from '../runtime/queue/loop.ts'
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
  const concurrencyPerStore = Object.fromEntries(
    [...ctx.taskKinds].map(([kind, { concurrencyPerStore: most }]) => [kind, most]),
  )

  const withQueue = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      watch.queueIsAway(false)
    } catch (error) {
      watch.queueIsAway(queue.isElsewhere)
      throw error
    }
  }

  const poll = async (): Promise<number> => {
    await withQueue(queue.ready)
    for (let more = true; more && !isClosing(); ) {
      const now = ctx.clock.now()
      const made = await createTasksOfMessages(ctx.db.query, { kinds, now, limit: BATCH })
      const request = {
        now,
        processId,
        concurrencyPerStore,
        limit: BATCH,
        roomPerStore: ROOM_PER_STORE,
      }
      const due = await claimDueTasks(ctx.db.hot.query, request)
      const jobs = due.map(({ id, claims, needs, traceparent }) => ({
        id: `${id}-${claims}`,
        data: String(id),
        // Database-only tasks take milliseconds and must not queue behind network calls.
        isFirst: needs === 'db',
        ...(ctx.tracing && { traceparent }),
      }))
      if (jobs.length > 0) await withQueue(() => queue.add(jobs))
      more = due.length === BATCH || made === BATCH
      watch.cameRound('tasks')
    }
    return pauseUntilDue(ctx, { inBatches: false })
  }
  const loop = startLoop({
    poll,
    onFailure: (error) => tallyError(error, 'relay will try again'),
  })
  ctx.signals.on(WORK_SIGNAL, loop.wake)
  queue.onReconnect(loop.resetBackoff)
  return loop
}
