import type { z } from 'zod'
import type { OrderRow, PaymentRow, StoreRow } from '../../../db/db.ts'
import { refundsOfOrder } from '../../../db/payments/refunds.ts'
import type { Decline } from '../../../gateway/declines.ts'
import type { Failure } from '../../../gateway/outcomes.ts'
import type { Language } from '../../../locales/language.ts'
import {
  chargeSavedCard,
  type SavedCardOutcome,
} from '../../../payments/checkout/charge-saved-card.ts'
import { payUrlOf } from '../../../payments/checkout/pay-link.ts'
import { type CheckoutOutcome, startCheckout } from '../../../payments/checkout/start-checkout.ts'
import { type CardPageObstacle, cardPageObstacle } from '../../../payments/ports/card-page-setup.ts'
import type { CheckoutRequest } from '../../../payments/ports/checkout-request.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { policyOf } from '../../../payments/ports/policy.ts'
import { viewsOfRefunds } from '../../../payments/tasks/waiting.ts'
import { problem } from '../../../runtime/http/problem.ts'
import { viewOfOrder, viewOfPayment } from '../../../wire/order-view.ts'
import { sentenceOfDecline } from '../../pay-pages/decline-reasons.ts'
import { byStore } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, refuse } from '../route.ts'
import {
  refuseAsCancelled,
  refuseAsDeclined,
  refuseAsPaid,
  refuseAsPaidAtGateway,
  refuseAsUnresolved,
} from './charge-answers.ts'
import { answerGatewayFailure, type GatewayRefusal, refusalOfGateway } from './gateway-failure.ts'
import { refuseWithOrder } from './refuse-with-order.ts'
import { SAVED_CARDS_DISABLED } from './saved-cards.ts'
import { checkoutRequest, checkoutResponse } from './schemas.ts'

export const createCheckout = defineMerchantRoute({
  method: 'post',
  path: '/v1/checkouts',
  scope: 'checkout',
  operationId: 'createCheckout',
  tag: 'Checkouts',
  summary: 'Create a checkout for an order',
  byPerson: {
    path: '/operator/v1/stores/{id}/checkouts',
    operationId: 'createCheckoutOfStore',
    tag: 'Stores',
    locate: byStore,
  },
  body: checkoutRequest,
  answers: {
    201: {
      description: 'A new payment was created for the order, or its card page was opened',
      schema: checkoutResponse,
    },
    202: {
      description: 'The saved card was charged; the gateway has not confirmed it yet',
      schema: checkoutResponse,
    },
    200: {
      description: "The order's live payment or card page, or the payment that paid it",
      schema: checkoutResponse,
    },
  },
  problems: {
    402: 'The saved card was declined; `decline_code` says how. It is not charged this amount of the order again. With `checkout_code`, the checkout that takes its place was not made: `retry` says whether the same request goes on with it',
    409: 'The order is already paid and the request does not match it, the gateway charged it with a payment that Puente does not know, the order is cancelled, or the card page is not set up',
    413: 'The body is too large',
    422: 'A field is not valid, or the gateway refused it',
    502: 'The gateway did not answer, or refuses the key of the store; the `pay_url` works as soon as it does',
  },
  handle: async ({ ctx, store, body, reader }) => {
    const request = requestOf(body, { store, reader })
    const { payment_method: method, on_decline } = body
    const onDecline = on_decline ?? policyOf(store).saved_card_on_decline
    const obstacle =
      request.mode === 'card_page' ? cardPageObstacle(store, ctx.cardPage) : undefined
    const needsCheckout = !method || onDecline === 'checkout'
    if (obstacle && needsCheckout) return refuseCardPage(obstacle)
    if (!method) return checkOut(ctx, store, { request })
    return chargeOrCheckout(ctx, store, { request, method, onDecline })
  },
})

const requestOf = (
  body: z.output<typeof checkoutRequest>,
  { store, reader }: { store: StoreRow; reader: Language | undefined },
): CheckoutRequest => ({
  externalId: body.order.id,
  number: body.order.number ?? null,
  amount: body.order.amount,
  description: body.order.description ?? null,
  customer: body.order.customer ?? {},
  metadata: body.order.metadata ?? {},
  locale: body.locale === 'auto' ? (reader ?? store.locale) : (body.locale ?? store.locale),
  followsReader: body.locale === 'auto',
  mode: body.mode ?? policyOf(store).checkout_mode,
  successUrl: body.success_url ?? null,
  cancelUrl: body.cancel_url ?? null,
  expiresInMinutes: body.expires_in_minutes ?? null,
})

const checkOut = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { request, declined = null }: { request: CheckoutRequest; declined?: Decline | null },
): Promise<Answer> => {
  const outcome = await startCheckout(ctx, store, request)
  switch (outcome.outcome) {
    case 'created':
    case 'reused': {
      // A card page that replaces a declined saved card is new to the store.
      const isNew = outcome.outcome === 'created' || (declined !== null && !outcome.payment)
      return represent(ctx, isNew ? 201 : 200, { ...outcome, declined })
    }
    case 'already-paid':
    case 'already-paid-at-gateway':
    case 'cancelled':
      return refuseCheckout(outcome)
    default: {
      const refusal = refusalOfCheckout(outcome)
      const about = { store, externalId: request.externalId }
      const said = declined ? declinedAndRefused(refusal, { declined, request }) : refusal
      return refuseWithOrder(ctx, about, said)
    }
  }
}

/** The fallback checkout failed too. Repeating the request, or opening the pay link, retries it. */
const declinedAndRefused = (
  { document, headers }: GatewayRefusal,
  { declined, request }: { declined: Decline; request: CheckoutRequest },
): GatewayRefusal => ({
  document: problem({
    status: 402,
    code: 'card_declined',
    title: 'The card was declined, and the order has no checkout instead yet',
    detail: [declined.message, document.title, document.detail].filter(Boolean).join(' · '),
    retry: document.retry,
    decline_code: declined.code,
    customer_message: sentenceOfDecline(declined.code, request.locale),
    checkout_code: document.code,
    errors: document.errors,
  }),
  headers,
})

/** Maps a failed checkout to its refusal. */
export const refuseCheckout = (
  outcome:
    | Exclude<CheckoutOutcome, { outcome: 'created' | 'reused' }>
    | { outcome: 'charge-unresolved' },
): Answer => {
  switch (outcome.outcome) {
    case 'already-paid':
      return refuseAsPaid(outcome.order)
    case 'already-paid-at-gateway':
      return refuseAsPaidAtGateway(outcome)
    case 'cancelled':
      return refuseAsCancelled()
    case 'charge-unresolved':
      return refuseAsUnresolved()
    default: {
      const { document, headers } = refusalOfCheckout(outcome)
      return refuse(document, headers)
    }
  }
}

const refusalOfCheckout = (failure: Failure): GatewayRefusal =>
  refusalOfGateway(failure, {
    title: 'The gateway refused the payment',
    requestFieldOf: FIELD_AT_OURS,
    request: 'checkout',
  })

/** On a decline, falls back to a checkout if the store or the request wants one. */
const chargeOrCheckout = async (
  ctx: PaymentsContext,
  store: StoreRow,
  {
    request,
    method,
    onDecline,
  }: { request: CheckoutRequest; method: string; onDecline: 'checkout' | 'stop' },
): Promise<Answer> => {
  const outcome = await chargeSavedCard(ctx, store, { request, method })
  switch (outcome.outcome) {
    case 'paid':
      return represent(ctx, 201, { ...outcome, declined: null })
    case 'confirming':
      return represent(ctx, 202, { ...outcome, declined: null })
    case 'reused':
      return represent(ctx, 200, { ...outcome, declined: null })
    case 'declined':
      return onDecline === 'checkout'
        ? checkOut(ctx, store, { request, declined: outcome.decline })
        : refuseAsDeclined(outcome)
    // No customer is present for a 3DS challenge (4.13).
    case 'authentication-required':
      return represent(ctx, 202, { ...outcome, declined: null })
    default:
      return refuseSavedCard(outcome)
  }
}

/** Maps a failed saved-card charge to its refusal. */
export const refuseSavedCard = (
  outcome: Exclude<
    SavedCardOutcome,
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
    case 'saved-cards-disabled':
      return refuse(SAVED_CARDS_DISABLED)
    case 'no-such-card':
      return refuseCard(outcome.message)
    default:
      return answerGatewayFailure(outcome, {
        title: 'The gateway refused the charge',
        requestFieldOf: FIELD_AT_OURS,
        request: 'charge',
      })
  }
}

const represent = async (
  ctx: PaymentsContext,
  status: number,
  {
    order,
    payment,
    declined,
  }: { order: OrderRow; payment: PaymentRow | null; declined: Decline | null },
): Promise<Answer> => {
  const { query } = ctx.db
  // An unpaid order has no refunds.
  const isUnpaid = order.status === 'awaiting_payment'
  const refunds = isUnpaid ? [] : await refundsOfOrder(query, order.id)
  const body = {
    order: viewOfOrder(order),
    payment: payment && viewOfPayment(payment),
    declined: declined && {
      code: declined.code,
      message: declined.message ?? null,
      customer_message: sentenceOfDecline(declined.code, order.locale),
    },
    refunds: await viewsOfRefunds(query, refunds, ctx.clock.now()),
    pay_url: payUrlOf(ctx, order),
  }
  return { status, body }
}

const refuseCardPage = ({ reason }: CardPageObstacle): Answer =>
  refuse(
    problem({
      status: 409,
      code: 'card_page_not_set_up',
      title: 'The store cannot take cards on the card page',
      detail: reason,
      retry: 'ask-a-person',
    }),
  )

const refuseCard = (message = 'Is no saved card of this store'): Answer =>
  refuse(
    problem({
      status: 422,
      code: 'no_such_saved_card',
      title:
        'The gateway does not charge this saved card: it is unknown, revoked or of somebody else',
      retry: 'permanent',
      errors: [{ path: 'payment_method', message }],
    }),
  )

/** Our field for each gateway field (4.3). */
const FIELD_AT_OURS: Record<string, string> = {
  // A saved card, by either route (4.12).
  payment_method_id: 'payment_method',
  payment_token: 'payment_method',
  amount: 'order.amount',
  currency_code: 'order.currency',
  external_reference: 'order.id',
  name: 'order.number',
  description: 'order.description',
  metadata: 'order.metadata',
  expires_at: 'expires_in_minutes',
}
