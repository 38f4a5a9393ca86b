import type { ClaimedNotification } from '../db/notification-claims.ts'
import { type Notified, notifyStorefront } from '../payments/notifications/notify-storefront.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import type { TaskOutcome } from '../payments/ports/task-outcome.ts'
import { notifyStorefrontKind as kind } from '../payments/ports/tasks/notify-storefront.ts'
import type { Ends } from './end-together.ts'
import { endTry, reportReach, type Trying, tryTask } from './end-try.ts'
import type { SendWith } from './read-together.ts'

/**
 * Sends one notification that was claimed. One that went well ends with others, every other one by
 * itself, as any task does. Returns whether its end is written.
 */
export const runNotification = async (
  ctx: PaymentsContext,
  task: ClaimedNotification,
  {
    read,
    ends,
    ...trying
  }: Trying & { read: () => Promise<SendWith | undefined>; ends: Pick<Ends, 'add'> },
): Promise<'ended' | 'ends-with-others'> => {
  let notified: Notified | undefined
  const notify = async (): Promise<TaskOutcome> => {
    const sendWith = await read()
    if (!sendWith) return { outcome: 'done' }
    const payload = kind.payload.parse(task.payload)
    notified = await notifyStorefront(ctx, { ...sendWith, orderId: task.order_id, payload })
    if (notified.hasReached && notified.outcome.outcome === 'done') {
      const { platform } = sendWith.facts.store
      const tookMs = ctx.clock.now().getTime() - task.created_at.getTime()
      ctx.measurements.storeNotified(platform, tookMs / 1_000)
    }
    return notified.outcome
  }
  const { timeoutMs } = kind
  const tried = await tryTask(ctx, task, { ...trying, run: notify, timeoutMs })
  const { hasReached = false, line } = notified ?? {}
  if (tried.outcome === 'done' && task.replay_of === null) {
    const { id, claims } = task
    ends.add({ id, claims, at: ctx.clock.now(), note: tried.note, line })
    await reportReach(ctx.circuits, task, { tried, hasReached })
    return 'ends-with-others'
  }
  await endTry(ctx, task, { ...trying, tried, hasReached, kind, line })
  return 'ended'
}
