import { setTimeout as sleep } from 'node:timers/promises'
import { handBackTasks, putBackTask } from '../ledger/outbox.ts'
import type { PaymentsContext } from '../payments/context.ts'
import { addMs } from '../platform/clock.ts'
import type { JobQueues } from '../platform/job-queue.ts'
import { atOncePerStore } from './catalogue.ts'
import { LANES, type Lane, queueOf, type TaskJob } from './lanes.ts'
import { startRelay } from './relay.ts'
import { runTask } from './run-task.ts'
import { createStoreSlots } from './store-slots.ts'

export interface RunningWorker {
  /** When it last looked for work. */
  lastLook(): number
  /**
   * Lets running tasks finish; after `patienceMs`, hands back those that have not. The queues are
   * the caller's to close, afterwards. Returns whether all have finished.
   */
  close(patienceMs: number): Promise<boolean>
}

/** Tasks of the network lane wait for others most of the time. */
const WORKERS_PER_LEDGER_WORKER: Record<Lane, number> = { ledger: 1, network: 5 }
/** More than so many of one store wait in the ledger instead of in memory. */
const WAITING_PER_GROUP = 500
const NO_ROOM_WAIT_MS = 2_000
/** By then the process that hands a task back has ended. */
const HANDED_BACK_WAIT_MS = 5_000

/** The worker role: the relay, and the workers that run what it hands over. */
export const startWorker = async (
  ctx: PaymentsContext,
  { queues, concurrency }: { queues: JobQueues; concurrency: number },
): Promise<RunningWorker> => {
  let closing = false
  const running = new Set<bigint>()
  const run = async (job: TaskJob): Promise<void> => {
    const handed = { id: BigInt(job.id), handovers: job.handovers }
    running.add(handed.id)
    try {
      await runTask(ctx, {
        handed,
        isWantedByPerson: job.passesCircuit,
        isClosing: () => closing,
      })
    } finally {
      running.delete(handed.id)
    }
  }

  const putBack = ({ id, handovers }: TaskJob, waitMs: number): Promise<void> =>
    putBackTask(ctx.ledger.query, { id: BigInt(id), handovers }, addMs(ctx.clock.now(), waitMs))

  const lanes = LANES.map((lane) => {
    const workers = concurrency * WORKERS_PER_LEDGER_WORKER[lane]
    const slots = createStoreSlots<TaskJob>({
      workers,
      slotsOf: ({ kind }) => atOncePerStore(kind),
      waitingPerGroup: WAITING_PER_GROUP,
      run: async (job) => {
        // A task that was handed over before its circuit opened goes back to wait with the others.
        const isHeld = !job.passesCircuit && (await ctx.circuits.isOpen(job))
        if (closing || isHeld) return putBack(job, 0)
        return run(job)
      },
      keyOf: ({ id, handovers }) => `${id}-${handovers}`,
      onError: (error, { id, kind }) =>
        ctx.log.error({ err: error, task: id, kind }, 'task failed'),
    })
    return { lane, workers, slots }
  })
  for (const { lane, workers, slots } of lanes) {
    const runInSlot = async (job: TaskJob): Promise<void> => {
      if (closing) return putBack(job, 0)
      const ending = await slots.run(`${job.kind}:${job.storeId}`, job)
      if (ending === 'no-room') await putBack(job, NO_ROOM_WAIT_MS)
    }
    await queues.work<TaskJob>(queueOf(lane), runInSlot, workers)
  }
  const relay = startRelay(ctx, { queues, running })
  return {
    lastLook: relay.lastLook,
    close: async (patienceMs) => {
      closing = true
      await relay.close()
      for (const { slots } of lanes) {
        for (const job of slots.close()) await putBack(job, 0)
      }
      const ended = Promise.all(lanes.map(({ slots }) => slots.ended())).then(() => true)
      const isOver = new AbortController()
      const hasEnded = await Promise.race([
        ended,
        sleep(patienceMs, false, { signal: isOver.signal }).catch(() => false),
      ])
      isOver.abort()
      if (hasEnded) return true
      const handedBack = await handBackTasks(ctx.ledger.query, {
        processId: ctx.processId,
        runAt: addMs(ctx.clock.now(), HANDED_BACK_WAIT_MS),
      })
      ctx.log.warn({ tasks: handedBack }, 'tasks were handed back unfinished')
      return false
    },
  }
}
