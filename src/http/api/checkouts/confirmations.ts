import type { z } from 'zod'
import type { OrderRow, PaymentRow } from '../../../db/db.ts'
import { findOrderOfStore } from '../../../db/orders/orders.ts'
import type { Refused } from '../../../gateway/outcomes.ts'
import { type ConfirmCardOutcome, confirmCard } from '../../../payments/checkout/confirm-card.ts'
import { notFound, problem } from '../../../runtime/http/problem.ts'
import { viewOfOrder, viewOfPayment } from '../../../wire/order-view.ts'
import { type Answer, defineMerchantRoute, refuse } from '../route.ts'
import {
  refuseAsCancelled,
  refuseAsDeclined,
  refuseAsPaid,
  refuseAsPaidAtGateway,
  refuseAsUnresolved,
} from './charge-answers.ts'
import { answerGatewayFailure } from './gateway-failure.ts'
import { confirmRequest, confirmResponse } from './schemas.ts'

export const confirmOrder = defineMerchantRoute({
  method: 'post',
  path: '/v1/orders/{id}/confirm',
  scope: 'checkout',
  operationId: 'confirmOrder',
  tag: 'Orders',
  summary: "Charge the card that the customer typed into the gateway's fields",
  body: confirmRequest,
  answers: {
    200: {
      description: 'The order is paid, or its customer has to authenticate first',
      schema: confirmResponse,
    },
    202: {
      description: 'The card was charged; the gateway has not confirmed it yet',
      schema: confirmResponse,
    },
  },
  problems: {
    402: 'The card was declined; `decline_code` says how',
    404: 'The store has no such order',
    409: 'The order is paid or cancelled, or an earlier charge is not known yet, or the store cannot take cards this way',
    422: 'The token was used or is not valid, or the gateway refused the charge',
    502: 'The gateway did not answer, or refuses the key of the store',
  },
  handle: async ({ ctx, store, id, body }) => {
    const order = await findOrderOfStore(ctx.db.query, store.id, id)
    if (!order) return refuse(notFound('The store has no such order'))
    const outcome = await confirmCard(ctx, store, {
      order,
      token: body.payment_token,
      redirects: { success: body.success_redirect_url, failed: body.failed_redirect_url },
    })
    switch (outcome.outcome) {
      case 'paid':
      case 'reused':
        return represent(200, outcome)
      case 'confirming':
        return represent(202, outcome)
      case 'authentication-required':
        return represent(200, outcome, outcome.authenticationUrl)
      default:
        return refuseConfirmation(outcome)
    }
  },
})

/** Maps a failed card confirmation to its refusal. */
export const refuseConfirmation = (
  outcome: Exclude<
    ConfirmCardOutcome,
    { outcome: 'paid' | 'reused' | 'confirming' | 'authentication-required' }
  >,
): Answer => {
  switch (outcome.outcome) {
    case 'declined':
      return refuseAsDeclined(outcome)
    case 'already-paid':
      return refuseAsPaid(outcome.order)
    case 'already-paid-at-gateway':
      return refuseAsPaidAtGateway(outcome)
    case 'cancelled':
      return refuseAsCancelled()
    case 'charge-unresolved':
      return refuseAsUnresolved()
    case 'token-refused':
      return refuseToken(outcome)
    case 'not-set-up':
      return refuse(NOT_SET_UP[outcome.missing])
    default:
      return answerGatewayFailure(outcome, { title: 'The gateway refused the charge' })
  }
}

const represent = (
  status: number,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
  authenticationUrl: string | null = null,
): Answer => ({
  status,
  body: {
    order: viewOfOrder(order),
    payment: viewOfPayment(payment),
    authentication_url: authenticationUrl,
  } satisfies Record<keyof z.input<typeof confirmResponse>, unknown>,
})

/**
 * Refuses a confirmation whose token the gateway refused; a request with a new token may succeed.
 * Lists all refused fields.
 */
const refuseToken = ({
  isNamed,
  refusal,
}: {
  isNamed: boolean
  refusal: Refused | undefined
}): Answer =>
  refuse(
    problem({
      status: 422,
      code: 'token_refused',
      title: isNamed
        ? 'The token was used before, or is not valid'
        : 'The gateway refused the charge, perhaps for its token',
      detail:
        'Nothing was charged. Mount the card fields again: the customer types the card once more.',
      retry: 'retry',
      errors: isNamed
        ? [{ path: 'payment_token', message: 'Is no token that can be charged' }]
        : errorsOfRefusal(refusal),
    }),
  )

const errorsOfRefusal = (refusal: Refused | undefined) =>
  Object.entries(refusal?.fields ?? {}).flatMap(([path, messages]) =>
    messages.map((message) => ({ path, message })),
  )

const NOT_SET_UP = {
  'publishable-key': problem({
    status: 409,
    code: 'card_fields_not_set_up',
    title: 'The store has no publishable key',
    detail: 'Connect the store again with --publishable-key.',
    retry: 'ask-a-person',
  }),
  'embed-base-url': problem({
    status: 409,
    code: 'card_fields_not_set_up',
    title: 'It is not known where the gateway confirms cards',
    detail: 'Set GATEWAY_EMBED_BASE_URL.',
    retry: 'ask-a-person',
  }),
} as const
