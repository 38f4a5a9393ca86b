import type { SavedCard } from '../../contract/charges.ts'
import type { StoreRow } from '../../db/db.ts'
import { writeKnownCards } from '../../db/payments/known-cards.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import type { CardOwner, ListCardsOutcome } from '../../gateway/saved-cards.ts'
import { viewOfSavedCard } from '../../wire/order-view.ts'
import { aboutStore, closeAlert, openAlert } from '../alerts/alerts.ts'
import { knownCardOf } from '../orders/known-card.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { Identifier } from '../privacy/identifiers.ts'

export type RevokeSavedCardOutcome = { outcome: 'revoked' } | { outcome: 'no-such-card' } | Failure

/** Log value of calls without an order. */
const NO_ORDER = ''

/**
 * Lists a customer's saved cards (`gateway-api.md` 4.10), by identity number if known. Puente keeps
 * brand and last four digits only. The response also shows whether the account supports saved
 * cards.
 */
export const listSavedCards = async (
  ctx: PaymentsContext,
  store: StoreRow,
  customer: CardOwner,
): Promise<ListCardsOutcome> => {
  const answer = await readSavedCards(ctx, store, customer)
  const about = aboutStore(store, 'saved_cards_disabled', ctx.clock.now())
  if (answer.outcome === 'saved-cards-disabled') await openAlert(ctx.db.query, about)
  if (answer.outcome === 'listed') await closeAlert(ctx.db.query, about)
  return answer
}

/** Lists a customer's saved cards for a reader, without alerts. */
const readSavedCards = async (
  ctx: PaymentsContext,
  store: StoreRow,
  customer: CardOwner,
): Promise<ListCardsOutcome> => {
  const answer = await ctx.gatewayOf(store, NO_ORDER).listCards(customer)
  if (answer.outcome === 'listed') {
    const cards = answer.cards.map((card) => knownCardOf(store.id, viewOfSavedCard(card)))
    const byId = new Map(cards.map((card) => [card.payment_method_id, card]))
    await writeKnownCards(ctx.db.query, [...byId.values()])
  }
  return answer
}

/**
 * Lists a customer's saved cards, each once: by identity numbers, or by e-mail addresses if there
 * are none (`gateway-api.md` 4.10), because a family may share an address.
 */
export const readCardsOfCustomer = async (
  ctx: PaymentsContext,
  store: StoreRow,
  identifiers: readonly Identifier[],
): Promise<ListCardsOutcome> => {
  const cards = new Map<string, SavedCard>()
  for (const owner of ownersOf(identifiers)) {
    const answer = await readSavedCards(ctx, store, owner)
    if (answer.outcome !== 'listed') return answer
    for (const card of answer.cards) cards.set(card.id, card)
  }
  return { outcome: 'listed', cards: [...cards.values()] }
}

const ownersOf = (identifiers: readonly Identifier[]): CardOwner[] => {
  const valuesOf = (kind: Identifier['kind']) =>
    identifiers.flatMap((one) => (one.kind === kind ? [one.value] : []))
  const identities = valuesOf('identity_number')
  return identities.length > 0
    ? identities.map((identityNumber) => ({ by: 'identity', identityNumber }))
    : valuesOf('email').map((email) => ({ by: 'email', email }))
}

export const revokeSavedCard = async (
  ctx: PaymentsContext,
  store: StoreRow,
  methodId: string,
): Promise<RevokeSavedCardOutcome> => {
  const answer = await ctx.gatewayOf(store, NO_ORDER).revokeCard(methodId)
  return answer.outcome === 'not-found' ? { outcome: 'no-such-card' } : answer
}
