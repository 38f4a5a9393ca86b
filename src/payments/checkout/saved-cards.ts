import type { SavedCard } from '../../contract/charges.ts'
import type { StoreRow } from '../../db/db.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import type { CardOwner, SavedCardsDisabled } from '../../gateway/saved-cards.ts'
import { closeAlert, openAlert } from '../alerts/alerts.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { aboutSavedCards } from './charge-saved-card.ts'

export type SavedCardsOutcome =
  | { outcome: 'listed'; cards: SavedCard[] }
  | SavedCardsDisabled
  | Failure

export type RevokeOutcome = { outcome: 'revoked' } | { outcome: 'no-such-card' } | Failure

/** For the log, where a call is made for no order. */
const NO_ORDER = ''

/**
 * The cards that a customer has saved (`gateway-api.md` 4.10), by identity number where it is
 * known. The list is the gateway's: nothing of a card is kept here. Asking for it also answers
 * whether the account may use saved cards at all.
 */
export const listSavedCards = async (
  ctx: PaymentsContext,
  store: StoreRow,
  customer: CardOwner,
): Promise<SavedCardsOutcome> => {
  const answer = await ctx.gatewayOf(store, NO_ORDER).listCards(customer)
  const about = aboutSavedCards(store, ctx.clock.now())
  if (answer.outcome === 'saved-cards-disabled') await openAlert(ctx.db.query, about)
  if (answer.outcome === 'listed') await closeAlert(ctx.db.query, about)
  return answer
}

/** Revokes a saved card (4.11): it cannot be charged any more. */
export const revokeSavedCard = async (
  ctx: PaymentsContext,
  store: StoreRow,
  methodId: string,
): Promise<RevokeOutcome> => {
  const answer = await ctx.gatewayOf(store, NO_ORDER).revokeCard(methodId)
  return answer.outcome === 'not-found' ? { outcome: 'no-such-card' } : answer
}
