import { putBackTask } from '../ledger/outbox.ts'
import type { PaymentsContext } from '../payments/context.ts'
import { addMs } from '../platform/clock.ts'
import type { JobQueues } from '../platform/job-queue.ts'
import { LANES, type Lane } from './catalogue.ts'
import { queueOf, type TaskJob } from './lanes.ts'
import { startRelay } from './relay.ts'
import { runTask } from './run-task.ts'
import { createStoreSlots } from './store-slots.ts'

export interface RunningWorker {
  /** Lets running tasks finish. The queues are the caller's to close, afterwards. */
  close(): Promise<void>
}

/** Tasks of the network lane wait for others most of the time. */
const NETWORK_WORKERS_PER_LEDGER_WORKER = 5
const NETWORK_SLOTS_PER_STORE = 8
const BUSY_WAIT_MS = 2_000

/** The worker role: the relay, and the workers that run what it hands over. */
export const startWorker = async (
  ctx: PaymentsContext,
  { queues, concurrency }: { queues: JobQueues; concurrency: number },
): Promise<RunningWorker> => {
  let closing = false
  const running = new Set<bigint>()
  const slots = createStoreSlots(NETWORK_SLOTS_PER_STORE)

  const run = async (job: TaskJob): Promise<void> => {
    const handed = { id: BigInt(job.id), handovers: job.handovers }
    running.add(handed.id)
    try {
      await runTask(ctx, { handed, isClosing: () => closing })
    } finally {
      running.delete(handed.id)
    }
  }

  const runInSlot = async (job: TaskJob): Promise<void> => {
    if (!slots.take(job.storeId)) {
      const handed = { id: BigInt(job.id), handovers: job.handovers }
      return putBackTask(ctx.ledger.query, handed, addMs(ctx.clock.now(), BUSY_WAIT_MS))
    }
    try {
      await run(job)
    } finally {
      slots.release(job.storeId)
    }
  }

  const lanes: Record<Lane, { run: typeof run; concurrency: number }> = {
    ledger: { run, concurrency },
    network: { run: runInSlot, concurrency: concurrency * NETWORK_WORKERS_PER_LEDGER_WORKER },
  }
  for (const lane of LANES) {
    await queues.work<TaskJob>(queueOf(lane), lanes[lane].run, lanes[lane].concurrency)
  }
  const relay = startRelay(ctx, { queues, running })
  return {
    close: async () => {
      closing = true
      await relay.close()
    },
  }
}
