import type { z } from 'zod'
import type { OrderRow, PaymentRow, StoreRow } from '../../../db/db.ts'
import { findOrderOfStore } from '../../../db/orders/orders.ts'
import { refundsOfOrder } from '../../../db/payments/refunds.ts'
import type { Decline } from '../../../gateway/declines.ts'
import type { Language } from '../../../locales/language.ts'
import { chargeSavedCard } from '../../../payments/checkout/charge-saved-card.ts'
import { hasPayLinkEnded, payUrlOf } from '../../../payments/checkout/pay-link.ts'
import { startCheckout } from '../../../payments/checkout/start-checkout.ts'
import { cardPageObstacle } from '../../../payments/ports/card-page-setup.ts'
import type { CheckoutRequest } from '../../../payments/ports/checkout-request.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { policyOf } from '../../../payments/ports/policy.ts'
import { viewsOfRefunds } from '../../../payments/tasks/waiting.ts'
import { type Problem, problem } from '../../../runtime/http/problem.ts'
import { viewOfOrder, viewOfPayment } from '../../../wire/order-view.ts'
import { sentenceOfDecline } from '../../pay-pages/decline-reasons.ts'
import { byStore } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, refuse } from '../route.ts'
import { refusePayment } from './payment-refusals.ts'
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
      description: 'Puente created a payment for the order, or opened its card page',
      schema: checkoutResponse,
    },
    202: {
      description: 'The gateway has not confirmed the charge of the saved card yet',
      schema: checkoutResponse,
    },
    200: {
      description: 'The existing payment or card page of the order',
      schema: checkoutResponse,
    },
  },
  problems: {
    402: 'The saved card was declined (`decline_code`); a repeated request does not charge it again. If `checkout_code` is set, the replacement checkout failed too, and `retry` says whether to repeat the request',
    409: 'The order was already charged and the request differs from it (`order_already_paid`), the gateway charged it with a payment that Puente does not know (`already_paid_at_gateway`), it is cancelled (`order_cancelled`), an earlier charge has no known outcome yet (`charge_unresolved`, retry), the card page or saved cards are not set up (`card_page_not_set_up`, `saved_cards_disabled`), or the store is frozen (`store_frozen`)',
    413: 'The body is too large',
    422: 'A field is not valid, or the gateway refused a field',
    502: "The gateway did not answer (`gateway_unreachable`, retry), or refused the store's key (`gateway_key_refused`). The `pay_url` works once the gateway does",
  },
  isKeptAnswerStale: async ({ ctx, store, orderId }) => {
    // The kept answer names a checkout at the gateway.
    if (store.frozen_at) return true
    const order = await findOrderOfStore(ctx.db.query, store.id, orderId)
    return order !== undefined && hasPayLinkEnded(ctx, order)
  },
  handle: async ({ ctx, store, body, reader }) => {
    const request = requestOf(body, { store, reader })
    const { payment_method: method, on_decline } = body
    const onDecline = on_decline ?? policyOf(store).saved_card_on_decline
    const obstacle =
      request.mode === 'card_page' ? cardPageObstacle(store, ctx.cardPage) : undefined
    if (obstacle && (!method || onDecline === 'checkout')) {
      const title = 'The card page is not set up for this store'
      return refuse(problem({ code: 'card_page_not_set_up', title, detail: obstacle.reason }))
    }
    if (!method) return checkOut(ctx, store, { request })
    const outcome = await chargeSavedCard(ctx, store, { request, method })
    switch (outcome.outcome) {
      case 'paid':
        return representCheckout(ctx, 201, outcome)
      case 'reused':
        return representCheckout(ctx, 200, outcome)
      case 'confirming':
      // No customer is present for a 3DS challenge (4.13).
      case 'authentication-required':
        return representCheckout(ctx, 202, outcome)
      case 'declined':
        return onDecline === 'checkout'
          ? checkOut(ctx, store, { request, declined: outcome.decline })
          : refusePayment(outcome, 'saved-card')
      default:
        return refusePayment(outcome, 'saved-card')
    }
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
  { request, declined }: { request: CheckoutRequest; declined?: Decline },
): Promise<Answer> => {
  const outcome = await startCheckout(ctx, store, request)
  switch (outcome.outcome) {
    case 'created':
    case 'reused': {
      // A card page that replaces a declined saved card is new to the store.
      const isNew = outcome.outcome === 'created' || (declined && !outcome.payment)
      return representCheckout(ctx, isNew ? 201 : 200, { ...outcome, declined })
    }
    case 'already-paid':
    case 'already-paid-at-gateway':
    case 'cancelled':
      return refusePayment(outcome, 'checkout')
    default: {
      const { problem: refusal, headers } = refusePayment(outcome, 'checkout')
      const order = await findOrderOfStore(ctx.db.query, store.id, request.externalId)
      // The pay link may still work.
      const known = order ? { order: viewOfOrder(order), pay_url: payUrlOf(ctx, order) } : {}
      const document = declined ? declinedAndRefused(refusal, { declined, request }) : refusal
      return refuse({ ...document, ...known }, headers)
    }
  }
}

/** Repeating the request, or opening the pay link, retries the failed fallback checkout. */
const declinedAndRefused = (
  { title, detail, retry, code, errors, gateway_message }: Problem,
  { declined, request }: { declined: Decline; request: CheckoutRequest },
): Problem =>
  problem({
    code: 'card_declined',
    title: 'The card was declined, and the replacement checkout failed',
    detail: [sentenceOfDecline(declined.code, 'en'), title, detail].filter(Boolean).join(' · '),
    retry,
    decline_code: declined.code,
    customer_message: sentenceOfDecline(declined.code, request.locale),
    checkout_code: code,
    errors,
    gateway_message: [declined.message, gateway_message].filter(Boolean).join(' · ') || undefined,
  })

/** Shows an order with its payment, and the decline of a card that a checkout replaces. */
export const representCheckout = async (
  ctx: PaymentsContext,
  status: number,
  {
    order,
    payment,
    declined,
  }: { order: OrderRow; payment: PaymentRow | null; declined?: Decline | undefined },
): Promise<Answer> => {
  const { query } = ctx.db
  // An unpaid order has no refunds.
  const isUnpaid = order.status === 'awaiting_payment'
  const refunds = isUnpaid ? [] : await refundsOfOrder(query, order.id)
  const body: z.input<typeof checkoutResponse> = {
    order: viewOfOrder(order),
    payment: payment && viewOfPayment(payment),
    declined: declined
      ? {
          code: declined.code,
          message: declined.message ?? null,
          customer_message: sentenceOfDecline(declined.code, order.locale),
        }
      : null,
    refunds: await viewsOfRefunds(query, refunds, ctx.clock.now()),
    pay_url: payUrlOf(ctx, order),
  }
  return { status, body }
}
