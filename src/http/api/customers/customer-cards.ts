import { z } from 'zod'
import { isNamedByMerchant } from '../../../db/customers/confirmed-customers.ts'
import { newestOrdersOfCustomer } from '../../../db/customers/customers.ts'
import type { StoreRow } from '../../../db/db.ts'
import { readCardsOfCustomer, revokeSavedCard } from '../../../payments/checkout/saved-cards.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { identifiersOfOrders } from '../../../payments/privacy/identifiers.ts'
import { notFound } from '../../../runtime/http/problem.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { viewOfSavedCard } from '../../../wire/order-view.ts'
import { answerGatewayFailure } from '../checkouts/gateway-failure.ts'
import { SAVED_CARDS_DISABLED } from '../checkouts/payment-refusals.ts'
import { savedCardListView, savedCardRevoked } from '../checkouts/schemas.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { type Answer, type OperatorRoute, refuse } from '../route.ts'
import { byCustomer, type OrderOfCustomer } from './by-customer.ts'
import { NEWEST_ORDERS } from './customer-views.ts'

const TAG = 'Customers'

type CardsOfCustomer =
  | { outcome: 'listed'; cards: z.output<typeof savedCardListView>['data'] }
  | { outcome: 'refused'; answer: Answer }

/**
 * Lists a customer's cards at the gateway; a person may charge or revoke only these. Ignores the input
 * of payment links' forms, paid or not: a stranger may have entered the customer's e-mail address.
 */
export const cardsOfCustomer = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { key }: Pick<OrderOfCustomer, 'key'>,
): Promise<CardsOfCustomer> => {
  const customer = { storeId: store.id, key, limit: NEWEST_ORDERS }
  const orders = await newestOrdersOfCustomer(ctx.db.query, customer)
  const named = orders.filter(isNamedByMerchant)
  const listed = await readCardsOfCustomer(ctx, store, identifiersOfOrders(named))
  switch (listed.outcome) {
    case 'listed':
      return { outcome: 'listed', cards: listed.cards.map(viewOfSavedCard) }
    case 'saved-cards-disabled':
      return { outcome: 'refused', answer: refuse(SAVED_CARDS_DISABLED) }
    default:
      return { outcome: 'refused', answer: answerGatewayFailure(listed, { of: 'request' }) }
  }
}

export const NO_SUCH_CARD = notFound('The customer has no such saved card')

const listCards = defineLocatedRoute({
  method: 'get',
  path: '/operator/v1/customers/{id}/saved-cards',
  operationId: 'listSavedCardsOfCustomer',
  tag: TAG,
  scope: 'read',
  locate: byCustomer,
  summary: 'List the saved cards of a customer at the gateway',
  answers: {
    200: { description: 'The saved cards, possibly none', schema: savedCardListView },
  },
  problems: {
    404: "No such customer in the person's organizations",
    409: 'Saved cards are not enabled for the gateway account (`saved_cards_disabled`)',
    502: "The gateway did not answer (`gateway_unreachable`, retry), or refused the store's key (`gateway_key_refused`)",
  },
  handle: async ({ ctx, store, row }) => {
    const found = await cardsOfCustomer(ctx, store, row)
    return found.outcome === 'listed' ? { status: 200, body: { data: found.cards } } : found.answer
  },
})

const revokeCard = defineLocatedRoute({
  method: 'post',
  path: '/operator/v1/customers/{id}/saved-cards/revoke',
  operationId: 'revokeSavedCardOfCustomer',
  tag: TAG,
  scope: 'checkout',
  locate: byCustomer,
  summary: 'Revoke a saved card of a customer',
  body: z
    .strictObject({
      payment_method: plainText(191).meta({ example: 'pm_8f14e45fceea167a5a36dedd' }),
    })
    .meta({ id: 'SavedCardOfCustomer' }),
  answers: { 200: { description: 'The saved card is revoked', schema: savedCardRevoked } },
  problems: {
    404: "No such customer in the person's organizations, or the customer has no such card",
    409: 'Saved cards are not enabled for the gateway account (`saved_cards_disabled`)',
    422: 'The card is missing',
    502: "The gateway did not answer (`gateway_unreachable`, retry), or refused the store's key (`gateway_key_refused`)",
  },
  handle: async ({ ctx, store, row, body: { payment_method: id } }) => {
    const found = await cardsOfCustomer(ctx, store, row)
    if (found.outcome === 'refused') return found.answer
    if (!found.cards.some((card) => card.id === id)) return refuse(NO_SUCH_CARD)
    const revoked = await revokeSavedCard(ctx, store, id)
    switch (revoked.outcome) {
      case 'revoked':
        return { status: 200, body: { id, revoked: true } }
      case 'no-such-card':
        return refuse(NO_SUCH_CARD)
      default:
        return answerGatewayFailure(revoked, { of: 'request' })
    }
  },
})

export const savedCardRoutes: readonly OperatorRoute[] = [listCards, revokeCard]
