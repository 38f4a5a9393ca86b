import type { TaskRow } from '../db/outbox.ts'
import { noticeInTask } from '../payments/circuits/notice-reach.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { endTry, type Tried, type Trying, tryTask } from './end-try.ts'

/** Runs one try of a task that this process has started, and writes down how it ended. */
export const runTask = async (
  ctx: PaymentsContext,
  task: TaskRow,
  trying: Trying,
): Promise<void> => {
  const noticing = noticeInTask(ctx)
  const kind = ctx.taskKinds.get(task.kind)
  const run = kind?.run
  const tried: Tried = run
    ? await tryTask(ctx, task, {
        ...trying,
        run: () => run(noticing.ctx, kind.payload.parse(task.payload)),
        timeoutMs: kind.timeoutMs,
      })
    : { outcome: 'failed', retry: 'permanent', detail: `unknown kind ${task.kind}` }
  const hasReached = noticing.hasReached(task.needs)
  await endTry(ctx, task, { ...trying, tried, kind, hasReached })
}
