import { findStore } from '../../db/stores.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { outcomeAtStore, type TaskOutcome } from '../ports/task-outcome.ts'
import type { SavedCardNotification } from '../ports/tasks/notify-saved-card.ts'

/** Notifies the store of a saved card (`gateway-api.md` 2.5). */
export const tellSavedCard = async (
  ctx: PaymentsContext,
  { storeId, messageId, customerId, card }: SavedCardNotification,
): Promise<TaskOutcome> => {
  const store = await findStore(ctx.db.query, storeId)
  if (!store) return { outcome: 'done' }
  const told = await ctx.storefrontOf(store).notify({
    id: messageId,
    type: 'payment_method.saved',
    at: ctx.clock.now(),
    customerId: customerId ?? null,
    card,
  })
  const said = `card of a customer saved, ${told.outcome === 'told' ? 'shop told' : 'shop not told'}`
  ctx.log.info(
    { store: storeId, message: messageId, outcome: told.outcome, said },
    'saved card told',
  )
  return outcomeAtStore(told)
}
