import { actAs } from '../../db/current-actor.ts'
import { type MessageAddress, readQueuedMessage } from '../../db/events/inbox.ts'
import { noChanges } from '../../db/installation/changes.ts'
import { writeChanges } from '../../db/write-changes.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import type { PlatformMessage, PlatformMessageOutcome } from '../ports/platform.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'

/** Hands a stored platform webhook to its adapter and records the outcome; skips a handled one. */
export const applyPlatformMessage = async (
  ctx: PaymentsContext,
  address: MessageAddress,
  apply: (message: PlatformMessage) => Promise<PlatformMessageOutcome>,
): Promise<TaskOutcome> => {
  const { query } = ctx.db.hot
  const message = await readQueuedMessage(query, address)
  if (!message) return { outcome: 'done' }
  const applied = await actAs({ kind: 'platform', name: message.source }, () =>
    apply({
      storeId: message.store_id,
      messageId: message.message_id,
      topic: message.topic ?? '',
      body: message.body,
      at: message.happened_at ?? message.received_at,
      address,
    }),
  )
  if (applied.outcome !== 'handled') return applied
  const handled = [{ ...message, outcome: applied.note }]
  await writeChanges(query, [{ ...noChanges(), handled }], { now: ctx.clock.now() })
  ctx.signals.send(WORK_SIGNAL)
  return { outcome: 'done' }
}
