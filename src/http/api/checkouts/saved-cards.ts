import type { z } from 'zod'
import { listSavedCards, revokeSavedCard } from '../../../payments/checkout/saved-cards.ts'
import { notFound } from '../../../runtime/http/problem.ts'
import { viewOfSavedCard } from '../../../wire/order-view.ts'
import { defineMerchantRoute, refuse } from '../route.ts'
import { answerGatewayFailure } from './gateway-failure.ts'
import { SAVED_CARDS_DISABLED } from './payment-refusals.ts'
import { savedCardListView, savedCardQuery, savedCardRevoked } from './schemas.ts'

export const listSavedCardsOfCustomer = defineMerchantRoute({
  method: 'get',
  path: '/v1/saved-cards',
  scope: 'read',
  operationId: 'listSavedCards',
  tag: 'Saved cards',
  summary: "List a customer's saved cards",
  query: savedCardQuery,
  answers: {
    200: { description: 'The saved cards, possibly none', schema: savedCardListView },
  },
  problems: {
    409: 'Saved cards are not enabled for the gateway account (`saved_cards_disabled`)',
    422: 'Neither an identity number nor an e-mail address was given',
    502: "The gateway did not answer (`gateway_unreachable`, retry), or refused the store's key (`gateway_key_refused`)",
  },
  handle: async ({ ctx, store, query }) => {
    const { identity_number, email = '' } = query
    const customer = identity_number
      ? ({ by: 'identity', identityNumber: identity_number } as const)
      : ({ by: 'email', email } as const)
    const listed = await listSavedCards(ctx, store, customer)
    switch (listed.outcome) {
      case 'listed': {
        const data = listed.cards.map(viewOfSavedCard)
        return { status: 200, body: { data } satisfies z.input<typeof savedCardListView> }
      }
      case 'saved-cards-disabled':
        return refuse(SAVED_CARDS_DISABLED)
      default:
        return answerGatewayFailure(listed, { of: 'request' })
    }
  },
})

export const revokeSavedCardOfCustomer = defineMerchantRoute({
  method: 'delete',
  path: '/v1/saved-cards/{id}',
  scope: 'checkout',
  operationId: 'revokeSavedCard',
  tag: 'Saved cards',
  summary: 'Revoke a saved card',
  answers: { 200: { description: 'The saved card is revoked', schema: savedCardRevoked } },
  problems: {
    404: 'The card does not exist or was already revoked',
    502: "The gateway did not answer (`gateway_unreachable`, retry), or refused the store's key (`gateway_key_refused`)",
  },
  handle: async ({ ctx, store, id }) => {
    const revoked = await revokeSavedCard(ctx, store, id)
    switch (revoked.outcome) {
      case 'revoked':
        return { status: 200, body: { id, revoked: true } }
      case 'no-such-card':
        return refuse(notFound('There is no such saved card'))
      default:
        return answerGatewayFailure(revoked, { of: 'request' })
    }
  },
})
