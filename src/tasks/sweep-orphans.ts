import { isAnyTaskQueued, releaseLostTasks, releaseTasksOf } from '../db/tasks/task-claims.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../payments/ports/context.ts'
import { type Loop, startLoop } from '../runtime/queue/loop.ts'
import { POLL_INTERVAL_MS } from './pause-until-due.ts'
import type { AtWork } from './work-watch.ts'

/** Grace that spares tasks queued after the outage. */
const LOST_WITH_QUEUE = { queuedForMs: 1_000 }

/**
 * Polls every second for circuits that other processes changed, and for dead processes. Releases
 * their tasks, tasks that the queue lost, and own tasks with a lost claim.
 */
export const startOrphanSweep = (
  ctx: PaymentsContext,
  { running, queue, watch, tallyError }: AtWork,
): Loop => {
  const { query } = ctx.db
  const { processId } = ctx
  let isQueueLost = false
  const loop = startLoop({
    poll: async () => {
      await ctx.circuits.refresh()
      await ctx.processes.poll()
      if (!(await isAnyTaskQueued(query))) watch.cameRound('jobs')
      const now = ctx.clock.now()
      const lost = { processId, running, now, ...(isQueueLost ? LOST_WITH_QUEUE : {}) }
      isQueueLost = false
      const released = await releaseLostTasks(query, lost)
      const orphaned = await releaseTasksOf(query, { processes: ctx.processes.dead(), now })
      if (released + orphaned > 0) ctx.signals.send(WORK_SIGNAL)
      return POLL_INTERVAL_MS
    },
    onFailure: (error) => {
      ctx.processes.reset()
      tallyError(error, 'orphaned tasks are looked for again')
    },
  })
  queue.onReconnect(() => {
    isQueueLost = true
    loop.resetBackoff()
  })
  return loop
}
