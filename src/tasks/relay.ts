import { makeTasksOfMessages } from '../db/inbox.ts'
import {
  type ClaimedTask,
  needsOfQueuedTasks,
  putBackTasks,
  takeDueTasks,
  takeForgottenTasks,
} from '../db/task-claims.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../payments/ports/context.ts'
import type { JobQueues } from '../runtime/job-queue.ts'
import { startLoop } from '../runtime/loop.ts'
import type { RunningTally } from '../runtime/tally.ts'
import { jobsByLane, LANES, lanesOf, type TaskJob } from './lanes.ts'
import { LEFT_DUE_WAIT_MS, LOOK_EVERY_MS, pauseUntilDue } from './pause-until-due.ts'
import type { WorkWatch } from './work-watch.ts'

export interface Relay {
  /** A task that was handed over has ended: there is room for another one of its store. */
  taskEnded(): void
  close(): Promise<void>
}

const BATCH = 500
/** So many tasks of one store that need the same are in hand at a time, of all kinds together. */
const ROOM_PER_STORE = 16
const FORGOTTEN_AFTER_MS = 15_000
/** Tasks that are claimed at this moment are not offered twice. */
const OFFERED_AGAIN_AFTER_MS = 1_000

/**
 * Hands tasks of the outbox to the job queue: at once when it is signalled that there is work, at
 * the moment when a waiting task is due, and by a sweep for what was left behind by a lost signal
 * or a lost queue.
 */
export const startRelay = (
  ctx: PaymentsContext,
  {
    queues,
    watch,
    tallyError,
  }: { queues: JobQueues; watch: WorkWatch; tallyError: RunningTally['tallyError'] },
): Relay => {
  const { processId } = ctx
  const kinds = Object.fromEntries(
    ctx.platforms.flatMap(({ inbound }) => (inbound ? [[inbound.source, inbound.kind]] : [])),
  )
  const atOncePerStore = Object.fromEntries(
    [...ctx.taskKinds].map(([kind, { atOncePerStore: most }]) => [kind, most]),
  )
  let closed = false
  let isSomeLeft = false
  let sweptAt = 0
  let forgottenAfterMs = FORGOTTEN_AFTER_MS

  const claimTasks = async (tasks: readonly ClaimedTask[]): Promise<boolean> => {
    if (tasks.length === 0) return false
    try {
      for (const { queue, jobs } of jobsByLane(tasks)) await queues.add<TaskJob>(queue, jobs)
    } catch (error) {
      // Those that the queue has taken all the same do nothing: this claim counts no more.
      await putBackTasks(ctx.db.query, tasks)
      throw error
    }
    return tasks.length === BATCH
  }

  const relayDueWork = async (): Promise<void> => {
    const { query } = ctx.db
    await queues.ready()
    for (let more = true; more && !closed; ) {
      const now = ctx.clock.now()
      const made = await makeTasksOfMessages(query, { kinds, now, limit: BATCH })
      const taking = { now, processId, atOncePerStore, limit: BATCH, roomPerStore: ROOM_PER_STORE }
      const due = await takeDueTasks(ctx.db.hot.query, taking)
      more = (await claimTasks(due)) || made === BATCH
      watch.cameRound('tasks')
    }
  }

  const sweep = async (): Promise<void> => {
    sweptAt = Date.now()
    const { query } = ctx.db
    const forgotten = { olderThanMs: forgottenAfterMs, limit: BATCH }
    forgottenAfterMs = FORGOTTEN_AFTER_MS
    while (await claimTasks(await takeForgottenTasks(query, forgotten))) {}
    const queued = lanesOf(await needsOfQueuedTasks(query))
    for (const lane of LANES) if (!queued.includes(lane)) watch.cameRound(lane)
  }

  const loop = startLoop({
    look: async () => {
      await relayDueWork()
      if (Date.now() - sweptAt >= LOOK_EVERY_MS) await sweep()
      const pauseMs = await pauseUntilDue(ctx, { bySets: false })
      isSomeLeft = pauseMs === LEFT_DUE_WAIT_MS
      return pauseMs
    },
    onFailure: (error) => tallyError(error, 'relay will try again'),
  })
  const stopListening = ctx.signals.on(WORK_SIGNAL, loop.wake)
  // What the queue had may be lost with the server that it was on, and is offered again at once.
  queues.onRestored(() => {
    sweptAt = 0
    forgottenAfterMs = OFFERED_AGAIN_AFTER_MS
    loop.startOver()
  })
  return {
    taskEnded: () => {
      if (isSomeLeft) loop.wake()
    },
    close: async () => {
      closed = true
      stopListening()
      await loop.close()
    },
  }
}
