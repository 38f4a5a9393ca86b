import type { TaskRow } from '../db/tasks/outbox.ts'
import {
  postponeTask,
  releaseRunningTasks,
  startTask,
  unclaimTasks,
} from '../db/tasks/task-claims.ts'
import { noticeInTask } from '../payments/circuits/notice-availability.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import type { TaskKind } from '../payments/ports/tasks/task-kind.ts'
import { addMs, DAY } from '../runtime/clock.ts'
import { createTally } from '../runtime/log/tally.ts'
import type { JobQueue } from '../runtime/queue/job-queue.ts'
import { within } from '../runtime/queue/within.ts'
import { startApplyingEvents } from './apply-events.ts'
import { endTry, type Tried, type Trying, tryTask } from './end-try.ts'
import { startNotifying } from './notifier.ts'
import { startRelay } from './relay.ts'
import { startOrphanSweep } from './sweep-orphans.ts'
import { type TaskHandlers, taskHandlersOf } from './task-handlers.ts'
import { watchWork } from './work-watch.ts'

/** Jobs in flight per unit of `concurrency`: tasks mostly wait on the network. */
const JOBS_PER_CONCURRENCY = 5
const HAND_BACK_MS = 1_000
/** Delay of tasks handed back, so that this process has exited before another one runs them. */
const HANDED_BACK_WAIT_MS = 5_000
/** Delay of a task that only a newer process can run, and its upper bound: an update ends, or was taken back. */
const LEFT_FOR_NEWER_MS = 15_000
const LEFT_AT_MOST_MS = 7 * DAY

export const startWorker = async (
  ctx: PaymentsContext,
  { queue, concurrency }: { queue: JobQueue; concurrency: number },
) => {
  const { processId } = ctx
  const { query } = ctx.db
  let closing = false
  const watch = watchWork(ctx.log)
  const { tallyError, close: closeTally } = createTally(ctx.log)
  const running = new Set<bigint>()
  const isHeld = async ({ needs, store_id: storeId, passes_circuit }: TaskRow) =>
    closing || (!passes_circuit && (await ctx.circuits.isOpen({ needs, storeId })))
  const atWork = { isClosing: () => closing, tallyError, queue, watch, running, isHeld }
  const handlers = taskHandlersOf(ctx.platforms)

  const run = async (id: bigint): Promise<void> => {
    // Ignores a duplicate job, which would mark the task as ended.
    if (running.has(id)) return
    running.add(id)
    try {
      const task = await startTask(query, { id }, processId)
      if (!task) return
      const now = ctx.clock.now()
      if (await isHeld(task)) await unclaimTasks(query, [task])
      else if (isForNewer(task, ctx.taskKinds.get(task.kind), now))
        await postponeTask(query, task, addMs(now, LEFT_FOR_NEWER_MS))
      else await runTask(ctx, task, { ...atWork, handlers })
    } finally {
      running.delete(id)
    }
  }
  await queue.work((id) => watch.during(() => run(BigInt(id))), concurrency * JOBS_PER_CONCURRENCY)
  const relay = startRelay(ctx, atWork)
  const others = [startApplyingEvents, startNotifying, startOrphanSweep]
  const loops = others.map((start) => start(ctx, atWork))

  /** Drains everything even if a loop fails. */
  const finish = async (): Promise<void> => {
    const handed = relay.close().finally(() => queue.close())
    const ends = [handed, ...loops.map((loop) => loop.close())]
    for (const one of await Promise.allSettled(ends)) {
      if (one.status === 'rejected') throw one.reason
    }
  }
  const handBack = async (): Promise<void> => {
    const runAt = addMs(ctx.clock.now(), HANDED_BACK_WAIT_MS)
    const tasks = await releaseRunningTasks(query, { processId, runAt })
    ctx.log.warn({ tasks }, 'tasks were handed back unfinished')
  }
  return {
    stuckFor: watch.stuckFor,
    isQueueAway: watch.isQueueAway,
    /** Drains running tasks; hands the rest back after `patienceMs`. */
    close: async (patienceMs: number): Promise<void> => {
      closing = true
      watch.close()
      try {
        await within(patienceMs, finish)
      } catch {
        await queue.close({ abandon: true })
        // On failure, other processes release the orphaned tasks.
        await within(HAND_BACK_MS, handBack).catch((error) =>
          ctx.log.warn({ err: error }, 'tasks were left to others'),
        )
      } finally {
        closeTally()
      }
    },
  }
}

const isKnown = (kind: TaskKind | undefined, { version }: TaskRow): kind is TaskKind =>
  kind !== undefined && version <= (kind.version ?? 1)

/** A newer process made the task: both use the database while one replaces the other. */
const isForNewer = (task: TaskRow, kind: TaskKind | undefined, now: Date): boolean =>
  !isKnown(kind, task) && now.getTime() - task.created_at.getTime() < LEFT_AT_MOST_MS

const runTask = async (
  ctx: PaymentsContext,
  task: TaskRow,
  { handlers, ...trying }: Trying & { handlers: TaskHandlers },
): Promise<void> => {
  const noticing = noticeInTask(ctx)
  const kind = ctx.taskKinds.get(task.kind)
  const run = handlers.get(task.kind)
  const tried: Tried =
    isKnown(kind, task) && run
      ? await tryTask(ctx, task, {
          ...trying,
          run: () => run(noticing.ctx, kind.payload.parse(task.payload), task),
          timeoutMs: kind.timeoutMs,
        })
      : {
          outcome: 'failed',
          retry: 'permanent',
          detail: `unknown kind ${task.kind}, version ${task.version}`,
        }
  ctx.storeWork.taskTried(task.store_id)
  const hasContacted = noticing.hasContacted(task.needs)
  await endTry(ctx, task, { ...trying, tried, kind, hasContacted })
}
