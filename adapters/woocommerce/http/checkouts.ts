import { z } from 'zod'
import { isOrderOpen } from '../../../src/domain/order-status.ts'
import { invalidFields, problem } from '../../../src/runtime/http/problem.ts'
import { type RouteResponse, refuse } from '../../../src/runtime/http/route.ts'
import { plainText } from '../../../src/runtime/text/plain-text.ts'
import {
  type CheckoutRequest,
  type Core,
  defineRoute,
  type Order,
  type Payment,
  policyOf,
  refusePayment,
  type Store,
} from '../../adapter.ts'
import { factsOfOrder, orderToPaySchema } from '../orders/order-to-pay.ts'
import { NEEDS_PAYMENT } from '../orders/statuses.ts'
import { wooPolicyOf } from '../policy.ts'

const webUrl = z.url({ protocol: /^https?$/ }).max(2_000)

const way = z.discriminatedUnion('type', [
  /** Charges nothing; checks a charge with a lost response. */
  z.strictObject({ type: z.literal('find_out') }),
  /** Pay link: hosted checkout or, by policy, Puente's card page. */
  z.strictObject({ type: z.literal('hosted') }),
  z.strictObject({
    type: z.literal('saved_card'),
    payment_method_id: plainText(191),
    /**
     * Number of this card's declines for this order that the site knows. A repeated call sends the
     * same number and gets the same decline; a retry sends a higher one and charges the card again.
     */
    known_declines: z.int().min(0).max(1_000).default(0),
  }),
  z.strictObject({
    type: z.literal('card_fields'),
    /** `tok_…` of the store page's card fields. */
    payment_token: plainText(2_000),
    success_redirect_url: webUrl.optional(),
    failed_redirect_url: webUrl.optional(),
    save_card: z.boolean().default(false),
  }),
])

const checkoutBody = z.strictObject({
  order: orderToPaySchema,
  success_url: webUrl,
  cancel_url: webUrl,
  way,
  /** Unpaid orders that it replaces. */
  abandons: z.array(z.int().positive()).max(20).default([]),
})

type CardFields = Extract<z.output<typeof way>, { type: 'card_fields' }>

const paid = z.object({
  result: z.enum(['redirect', 'paid', 'confirming']),
  url: z.string().optional(),
  transaction_id: z.string().nullish(),
})

/** Pays an order. A double click gets the same live payment. */
export const payOrder = defineRoute({
  method: 'post',
  path: '/v1/woocommerce/checkouts',
  scope: 'checkout',
  operationId: 'payWooCommerceOrder',
  tag: 'Checkouts',
  platform: 'woocommerce',
  summary: 'Pay a WooCommerce order',
  body: checkoutBody,
  answers: {
    200: { description: 'The order is paid, or `url` is where the customer pays it', schema: paid },
    202: {
      description: 'The card was charged; the gateway has not confirmed the charge yet',
      schema: paid,
    },
  },
  problems: {
    402: 'The card was declined',
    409: 'The order is already paid or cancelled, an earlier charge has no known outcome yet, the order ID belongs to another order (`order_id_reused`), or the store is frozen (`store_frozen`)',
    422: 'A field is not valid, or the gateway refused a field',
    502: "The gateway did not answer, or refused the store's key",
  },
  handle: async ({ core, store, body, reader }) => {
    const { order, abandons } = body
    const policy = wooPolicyOf(store)
    const locale = reader ?? store.locale
    const read = factsOfOrder(order, { locale, identityField: policy.identity_field })
    if (read.outcome === 'refused') {
      const { field, reason: message } = read
      return refuse(
        invalidFields([{ code: 'custom', path: ['order', field], message, input: undefined }]),
      )
    }
    const request: CheckoutRequest = {
      ...read.facts,
      locale,
      mode: modeFor(core, store),
      successUrl: body.success_url,
      cancelUrl: body.cancel_url,
      expiresInMinutes: policy.checkout_minutes,
    }
    if ((await core.recogniseOrder(store, request)) === 'another') return refuse(ID_REUSED)
    if (body.way.type === 'find_out') return findOut(core, store, String(order.id))
    for (const id of abandons.filter((one) => one !== order.id)) {
      await core.cancelOrder(store, { orderExternalId: String(id), by: 'store' })
    }
    // A payment request reopens the order.
    if (NEEDS_PAYMENT.includes(order.status)) {
      await core.reopenOrder(store, { orderExternalId: String(order.id) })
    }
    switch (body.way.type) {
      case 'hosted': {
        const toPayLink = (order: Order) => redirect(core.payUrlOf(order))
        return openCheckout(core, store, { request, proceed: toPayLink })
      }
      case 'saved_card':
        return bySavedCard(core, store, {
          request,
          method: body.way.payment_method_id,
          knownDeclines: body.way.known_declines,
        })
      case 'card_fields':
        return byCardFields(core, store, { request, customerId: read.customerId, fields: body.way })
    }
  },
})

const ID_REUSED = problem({
  code: 'order_id_reused',
  title: 'The order ID belongs to another order',
  detail:
    'A shop that was restored from a backup can assign an ID twice. Place the order again to get a new ID.',
})

const findOut = async (
  core: Core,
  store: Store,
  orderExternalId: string,
): Promise<RouteResponse> => {
  const found = await core.findOutOrder(store, { orderExternalId })
  switch (found.outcome) {
    case 'reused':
      return answerPaid(found.payment)
    case 'not-charged':
      return refuse(NO_CHARGE_KNOWN)
    default:
      return refusePayment(found, 'checkout')
  }
}

const NO_CHARGE_KNOWN = problem({
  code: 'no_charge_known',
  title: 'The order has no known charge',
  detail: 'The customer can enter a card. Two requests for one order charge the card once.',
})

const modeFor = (core: Core, store: Store): CheckoutRequest['mode'] => {
  const { checkout_mode: mode } = policyOf(store)
  return mode === 'card_page' && core.cardPageObstacle(store) ? 'hosted' : mode
}

const openCheckout = async (
  core: Core,
  store: Store,
  {
    request,
    proceed,
  }: { request: CheckoutRequest; proceed(order: Order): RouteResponse | Promise<RouteResponse> },
): Promise<RouteResponse> => {
  const opened = await core.startCheckout(store, request)
  switch (opened.outcome) {
    case 'created':
    case 'reused': {
      const { order, payment } = opened
      return isOrderOpen(order) ? proceed(order) : answerPaid(payment)
    }
    default:
      return refusePayment(opened, 'checkout')
  }
}

const bySavedCard = async (
  core: Core,
  store: Store,
  charge: { request: CheckoutRequest; method: string; knownDeclines: number },
): Promise<RouteResponse> => {
  const outcome = await core.chargeSavedCard(store, charge)
  switch (outcome.outcome) {
    case 'paid':
    case 'reused':
      return answerPaid(outcome.payment)
    case 'confirming':
      return CONFIRMING
    // The customer is present, so the bank can authenticate.
    case 'authentication-required':
      return redirect(outcome.authenticationUrl)
    default:
      return refusePayment(outcome, 'saved-card')
  }
}

interface CardPayment {
  request: CheckoutRequest
  /** `null` for a guest. */
  customerId: string | null
  fields: CardFields
}

const byCardFields = async (
  core: Core,
  store: Store,
  payment: CardPayment,
): Promise<RouteResponse> => {
  const obstacle = core.confirmObstacle(store)
  if (obstacle) return refusePayment(obstacle, 'confirmation')
  return openCheckout(core, store, {
    request: { ...payment.request, mode: 'card_page' },
    proceed: (order) => confirm(core, store, { order, ...payment }),
  })
}

const confirm = async (
  core: Core,
  store: Store,
  { order, request: { customer }, customerId, fields }: CardPayment & { order: Order },
): Promise<RouteResponse> => {
  // A guest has no account for saved cards.
  if (fields.save_card && customerId !== null) {
    await core.requestToKeepCard(store, { orderId: order.id, customer, customerId })
  }
  const outcome = await core.confirmCard(store, {
    order,
    token: fields.payment_token,
    redirects: {
      success: onlyHttps(fields.success_redirect_url),
      failed: onlyHttps(fields.failed_redirect_url),
    },
  })
  switch (outcome.outcome) {
    case 'paid':
    case 'reused':
      return answerPaid(outcome.payment)
    case 'confirming':
      return CONFIRMING
    case 'authentication-required':
      return redirect(outcome.authenticationUrl)
    default:
      return refusePayment(outcome, 'confirmation')
  }
}

/**
 * The gateway accepts https only (`gateway-api.md` 4.13, rule 1), and needs no URL without a
 * challenge.
 */
const onlyHttps = (url: string | undefined): string | undefined =>
  url?.startsWith('https://') ? url : undefined

const redirect = (url: string): RouteResponse => ({
  status: 200,
  body: { result: 'redirect', url },
})

const answerPaid = (payment: Payment | null): RouteResponse => ({
  status: 200,
  body: { result: 'paid', transaction_id: payment?.transaction_id ?? null },
})

const CONFIRMING: RouteResponse = { status: 202, body: { result: 'confirming' } }
