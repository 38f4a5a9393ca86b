import { findStore } from '../../db/stores/stores.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { outcomeOfDelivery, type TaskOutcome } from '../ports/task-outcome.ts'
import type { SavedCardNotification } from '../ports/tasks/notification-tasks.ts'
import { recordCalls } from './record-calls.ts'

/** Notifies the store of a saved card (`gateway-api.md` 2.5). */
export const notifySavedCard = async (
  ctx: PaymentsContext,
  { storeId, messageId, customerId, card }: SavedCardNotification,
): Promise<TaskOutcome> => {
  const store = await findStore(ctx.db.query, storeId)
  if (!store) return { outcome: 'done' }
  const { note, calls } = recordCalls()
  const message = {
    id: messageId,
    type: 'payment_method.saved',
    at: ctx.clock.now(),
    customerId: customerId ?? null,
    card,
  } as const
  const result = await ctx.storefrontOf(store).notify(message, note)
  const said = `card of a customer saved, ${result.outcome === 'delivered' ? 'store notified' : 'store not notified'}`
  ctx.log.info(
    { store: storeId, message: messageId, outcome: result.outcome, said },
    'saved card notified',
  )
  return { ...outcomeOfDelivery(result), calls }
}
