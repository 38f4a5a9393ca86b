import { type Claim, startTask } from '../db/task-claims.ts'
import { noticeInTask } from '../payments/circuits/notice-reach.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { endTry, type Tried, type Trying, tryTask } from './end-try.ts'

/**
 * Runs one try of a task that was claimed, and writes down how it ended. A claim that no
 * longer counts (the task was claimed again since) does nothing.
 */
export const runTask = async (
  ctx: PaymentsContext,
  { claim, isWantedByPerson, ...trying }: Trying & { claim: Claim; isWantedByPerson: boolean },
): Promise<void> => {
  const task = await startTask(ctx.db.query, claim, ctx.processId)
  if (!task) return
  const noticing = noticeInTask(ctx)
  const kind = ctx.taskKinds.get(task.kind)
  const run = kind?.run
  const tried: Tried = run
    ? await tryTask(ctx, task, {
        run: () => run(noticing.ctx, kind.payload.parse(task.payload)),
        timeoutMs: kind.timeoutMs,
        tallyError: trying.tallyError,
      })
    : { outcome: 'failed', retry: 'permanent', detail: `unknown kind ${task.kind}` }
  const hasReached = noticing.hasReached(task.needs)
  await endTry(ctx, task, { ...trying, tried, kind, hasReached, isWantedByPerson })
}
