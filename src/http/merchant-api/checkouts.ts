import type { z } from 'zod'
import type { StoreRow } from '../../ledger/ledger.ts'
import { reversalsOfOrder } from '../../ledger/reversals.ts'
import type { PaymentsContext } from '../../payments/context.ts'
import { viewOfOrder, viewOfPayment, viewOfReversal } from '../../payments/order-view.ts'
import { type CheckoutOutcome, startCheckout } from '../../payments/start-checkout.ts'
import type { CheckoutRequest } from '../../payments/take-order.ts'
import { problem } from '../problem.ts'
import { type Answer, defineRoute, payUrlOf, refuse } from './route.ts'
import { checkoutRequest, checkoutResponse } from './schemas.ts'

export const createCheckout = defineRoute({
  method: 'post',
  path: '/v1/checkouts',
  operationId: 'createCheckout',
  tag: 'Checkouts',
  summary: 'Get an order ready to be paid',
  body: checkoutRequest,
  answers: {
    201: { description: 'A new payment was created for the order', schema: checkoutResponse },
    200: {
      description: "The order's live payment, or the one that paid it",
      schema: checkoutResponse,
    },
  },
  problems: {
    409: 'Money was taken for the order already, and this request does not fit it',
    413: 'The body is too large',
    422: 'A field is not valid, or the gateway refused it',
    502: 'The gateway did not answer, or refuses the key of the store',
  },
  handle: async ({ ctx, store, body }) =>
    answerOf(ctx, await startCheckout(ctx, store, requestOf(body, store))),
})

const requestOf = (body: z.output<typeof checkoutRequest>, store: StoreRow): CheckoutRequest => ({
  externalId: body.order.id,
  number: body.order.number ?? null,
  amount: body.order.amount,
  description: body.order.description ?? null,
  customer: body.order.customer ?? {},
  metadata: body.order.metadata ?? {},
  locale: body.locale ?? store.locale,
  successUrl: body.success_url ?? null,
  cancelUrl: body.cancel_url ?? null,
  expiresInMinutes: body.expires_in_minutes ?? null,
})

const DEFAULT_RETRY_SECONDS = 5

const answerOf = async (ctx: PaymentsContext, outcome: CheckoutOutcome): Promise<Answer> => {
  switch (outcome.outcome) {
    case 'created':
    case 'reused':
      return {
        status: outcome.outcome === 'created' ? 201 : 200,
        body: {
          order: viewOfOrder(outcome.order),
          payment: viewOfPayment(outcome.payment),
          refunds: (await reversalsOfOrder(ctx.ledger.query, outcome.order.id)).map(viewOfReversal),
          pay_url: payUrlOf(ctx, outcome.order),
        },
      }
    case 'already-paid':
      return refuse(
        problem({
          status: 409,
          code: 'order_already_paid',
          title: 'Money was taken for this order already',
          detail: `Order ${outcome.order.external_id} is ${outcome.order.status}.`,
          retry: 'permanent',
        }),
      )
    case 'refused':
      return refuse(
        problem({
          status: 422,
          code: 'refused_by_gateway',
          title: 'The gateway refused the payment',
          detail: outcome.message,
          retry: 'permanent',
          errors: Object.entries(outcome.fields).flatMap(([field, messages]) =>
            messages.map((message) => ({ path: FIELD_AT_OURS[field] ?? field, message })),
          ),
        }),
      )
    case 'unauthorized':
    case 'not-found':
      return refuse(
        problem({
          status: 502,
          code:
            outcome.outcome === 'unauthorized' ? 'gateway_key_refused' : 'gateway_address_wrong',
          title: "The gateway does not accept the store's secret key or address",
          retry: 'ask-a-person',
        }),
      )
    case 'unreachable':
      return refuse(
        problem({
          status: 502,
          code: 'gateway_unreachable',
          title: 'The gateway did not answer',
          detail: 'Send the same request again: it makes one payment, not two.',
          retry: 'retry',
        }),
        { 'retry-after': String(outcome.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS) },
      )
  }
}

/** Where the gateway's fields (4.3) are in our request. */
const FIELD_AT_OURS: Record<string, string> = {
  amount: 'order.amount',
  currency_code: 'order.currency',
  external_reference: 'order.id',
  name: 'order.number',
  description: 'order.description',
  metadata: 'order.metadata',
  expires_at: 'expires_in_minutes',
}
