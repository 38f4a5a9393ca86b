import { putBackTask } from '../ledger/outbox.ts'
import type { PaymentsContext } from '../payments/context.ts'
import { addMs } from '../platform/clock.ts'
import type { JobQueues } from '../platform/job-queue.ts'
import { atOncePerStore } from './catalogue.ts'
import { createCircuits } from './circuits.ts'
import { LANES, type Lane, queueOf, type TaskJob } from './lanes.ts'
import { startRelay } from './relay.ts'
import { runTask } from './run-task.ts'
import { createStoreSlots } from './store-slots.ts'

export interface RunningWorker {
  /** Lets running tasks finish. The queues are the caller's to close, afterwards. */
  close(): Promise<void>
}

/** Tasks of the network lane wait for others most of the time. */
const NETWORK_WORKERS_PER_LEDGER_WORKER = 5
/** More than so many of one store wait in the ledger instead of in memory. */
const WAITING_PER_GROUP = 500
const NO_ROOM_WAIT_MS = 2_000

/** The worker role: the relay, and the workers that run what it hands over. */
export const startWorker = async (
  ctx: PaymentsContext,
  { queues, concurrency }: { queues: JobQueues; concurrency: number },
): Promise<RunningWorker> => {
  let closing = false
  const running = new Set<bigint>()
  const circuits = createCircuits(ctx)
  const run = async (job: TaskJob): Promise<void> => {
    const handed = { id: BigInt(job.id), handovers: job.handovers }
    running.add(handed.id)
    try {
      await runTask(ctx, { handed, circuits, isClosing: () => closing })
    } finally {
      running.delete(handed.id)
    }
  }

  const slots = createStoreSlots<TaskJob>({
    slotsOf: ({ kind }) => atOncePerStore(kind),
    waitingPerStore: WAITING_PER_GROUP,
    run: async (job) => {
      // A task that was handed over before its circuit opened goes back to wait with the others.
      if (closing || (await circuits.isOpen(job))) return putBack(job, 0)
      return run(job)
    },
    keyOf: ({ id, handovers }) => `${id}-${handovers}`,
  })
  const putBack = ({ id, handovers }: TaskJob, waitMs: number): Promise<void> =>
    putBackTask(ctx.ledger.query, { id: BigInt(id), handovers }, addMs(ctx.clock.now(), waitMs))

  const runInSlot = async (job: TaskJob): Promise<void> => {
    const ending = await slots.run(`${job.kind}:${job.storeId}`, job)
    if (ending === 'no-room') await putBack(job, NO_ROOM_WAIT_MS)
  }

  const lanes: Record<Lane, { run: typeof run; concurrency: number }> = {
    ledger: { run, concurrency },
    network: { run: runInSlot, concurrency: concurrency * NETWORK_WORKERS_PER_LEDGER_WORKER },
  }
  for (const lane of LANES) {
    await queues.work<TaskJob>(queueOf(lane), lanes[lane].run, lanes[lane].concurrency)
  }
  const relay = startRelay(ctx, { queues, running, circuits })
  return {
    close: async () => {
      closing = true
      await relay.close()
      for (const job of slots.close()) await putBack(job, 0)
    },
  }
}
