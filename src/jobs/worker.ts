import type { PaymentsContext } from '../payments/context.ts'
import type { JobQueues } from '../platform/job-queue.ts'
import { startRelay, TASK_QUEUE, type TaskJob } from './relay.ts'
import { runTask } from './run-task.ts'

export interface RunningWorker {
  /** Lets running tasks finish. The queues are the caller's to close, afterwards. */
  close(): Promise<void>
}

/** The worker role: the relay, and the workers that run what it hands over. */
export const startWorker = async (
  ctx: PaymentsContext,
  {
    queues,
    concurrency,
  }: {
    queues: JobQueues
    concurrency: number
  },
): Promise<RunningWorker> => {
  let closing = false
  const isClosing = () => closing
  await queues.work<TaskJob>(
    TASK_QUEUE,
    ({ id, handovers }) => runTask(ctx, { handed: { id: BigInt(id), handovers }, isClosing }),
    concurrency,
  )
  const relay = startRelay(ctx, queues)
  return {
    close: async () => {
      closing = true
      await relay.close()
    },
  }
}
