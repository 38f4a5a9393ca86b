import { handBackTasks, putBackTasks } from '../db/task-claims.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { addMs } from '../runtime/clock.ts'
import type { JobQueues } from '../runtime/job-queue.ts'
import { createTally } from '../runtime/tally.ts'
import { within } from '../runtime/within.ts'
import { startApplyingEvents } from './apply-events.ts'
import { LANES, type Lane, queueOf, type TaskJob } from './lanes.ts'
import { startNotifying } from './notifier.ts'
import { type Relay, startRelay } from './relay.ts'
import { runTask } from './run-task.ts'
import { startWatchingOthers } from './watch-others.ts'
import { watchWork } from './work-watch.ts'

export interface RunningWorker {
  /** Seconds for which it has made no progress while work is due; 0 as long as it does. */
  stuckFor(): number
  /**
   * Lets running tasks finish; after `patienceMs`, hands back those that have not. The queues are
   * the caller's to close, afterwards. Returns whether all have finished.
   */
  close(patienceMs: number): Promise<boolean>
}

/** Tasks of the network lane wait for others most of the time. */
const WORKERS_PER_DB_WORKER: Record<Lane, number> = { db: 1, network: 5 }
/** Handing tasks back is one statement. */
const HAND_BACK_MS = 1_000
/** By then the process that hands a task back has ended. */
const HANDED_BACK_WAIT_MS = 5_000

/** The worker role: the relay, and the workers that run what it claims. */
export const startWorker = async (
  ctx: PaymentsContext,
  { queues, concurrency }: { queues: JobQueues; concurrency: number },
): Promise<RunningWorker> => {
  let closing = false
  const watch = watchWork(ctx.log)
  const { tallyError, close: closeTally } = createTally(ctx.log)
  const trying = { isClosing: () => closing, tallyError }
  const running = new Set<bigint>()
  const atWork = new Set<Promise<void>>()
  let relay: Relay | undefined

  const run = async (job: TaskJob): Promise<void> => {
    const claim = { id: BigInt(job.id), claims: job.claims }
    // A task that was claimed before its circuit opened goes back to wait with the others.
    const isHeld = closing || (!job.passesCircuit && (await ctx.circuits.isOpen(job)))
    if (isHeld) return putBackTasks(ctx.db.query, [claim])
    running.add(claim.id)
    try {
      await runTask(ctx, { ...trying, claim, isWantedByPerson: job.passesCircuit })
    } finally {
      running.delete(claim.id)
      relay?.taskEnded()
    }
  }
  for (const lane of LANES) {
    const handle = async (job: TaskJob): Promise<void> => {
      const working = watch.during(lane, () => run(job))
      atWork.add(working)
      await working.finally(() => atWork.delete(working))
    }
    await queues.work(queueOf(lane), handle, concurrency * WORKERS_PER_DB_WORKER[lane])
  }
  const ended = async (): Promise<void> => {
    while (atWork.size > 0) await Promise.allSettled(atWork)
  }
  relay = startRelay(ctx, { queues, watch, tallyError })
  const applying = startApplyingEvents(ctx, { watch, tallyError })
  const notifying = startNotifying(ctx, { running, watch, ...trying })
  const watching = startWatchingOthers(ctx, { running, tallyError })
  return {
    stuckFor: watch.stuckFor,
    close: async (patienceMs) => {
      closing = true
      watch.close()
      const finish = async (): Promise<void> => {
        const loops = [applying, notifying, watching, relay]
        const left = [...loops.map((loop) => loop?.close()), ended()]
        // What runs is let finish also where the database does not answer.
        for (const one of await Promise.allSettled(left)) {
          if (one.status === 'rejected') throw one.reason
        }
      }
      const handBack = async (): Promise<void> => {
        const handedBack = await handBackTasks(ctx.db.query, {
          processId: ctx.processId,
          runAt: addMs(ctx.clock.now(), HANDED_BACK_WAIT_MS),
        })
        ctx.log.warn({ tasks: handedBack }, 'tasks were handed back unfinished')
      }
      try {
        await within(patienceMs, finish)
        return true
      } catch {
        // A database that does not answer is told nothing: others take the tasks of a process over
        // that is gone.
        await within(HAND_BACK_MS, handBack).catch((error) =>
          ctx.log.warn({ err: error }, 'tasks were left to others'),
        )
        return false
      } finally {
        closeTally()
      }
    },
  }
}
