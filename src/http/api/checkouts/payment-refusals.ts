import type { OrderRow } from '../../../db/db.ts'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import { moneyInWords } from '../../../domain/money-text.ts'
import type { Language } from '../../../locales/language.ts'
import { TEXTS } from '../../../locales/texts.ts'
import type { SavedCardOutcome } from '../../../payments/checkout/charge-saved-card.ts'
import type { ConfirmCardOutcome } from '../../../payments/checkout/confirm-card.ts'
import type { CheckoutOutcome } from '../../../payments/checkout/start-checkout.ts'
import { problem, problemWords } from '../../../runtime/http/problem.ts'
import { type RouteRefusal, refuse } from '../../../runtime/http/route.ts'
import { stateName } from '../../../texts/state-names.ts'
import { sentenceOfDecline } from '../../pay-pages/decline-reasons.ts'
import { refuseAsFrozen } from '../stores/store-refusals.ts'
import {
  answerGatewayFailure,
  errorsOfRefusal,
  type GatewayFailureWords,
} from './gateway-failure.ts'

type Succeeded = 'created' | 'reused' | 'paid' | 'confirming' | 'authentication-required'

/** Outcome of a failed checkout, saved-card charge or confirmation. */
export type UnpaidOutcome =
  | Exclude<
      CheckoutOutcome | SavedCardOutcome | ConfirmCardOutcome,
      { outcome: Succeeded | 'charge-unresolved' }
    >
  | { outcome: 'charge-unresolved' }

export const refusePayment = (
  outcome: UnpaidOutcome,
  of: keyof typeof GATEWAY_FAILURES,
): RouteRefusal => {
  switch (outcome.outcome) {
    case 'already-paid':
      return refuseAsPaid(outcome.order)
    case 'already-paid-at-gateway': {
      const { orderExternalId: order, gatewayPaymentId: payment } = outcome
      const words = problemWords('paidAtGateway', () => ({ order, payment: String(payment) }))
      return refuse(problem({ code: 'already_paid_at_gateway', ...words }))
    }
    case 'cancelled':
      return refuse(problem({ code: 'order_cancelled', ...problemWords('orderCancelled') }))
    // An earlier charge is unresolved.
    case 'charge-unresolved':
      return refuseUnresolvedCharge()
    case 'store-frozen':
      return refuseChargeAsFrozen(outcome.locale)
    case 'declined':
      return refuseAsDeclined(outcome)
    case 'store-disabled':
      return refuse(problem({ code: 'store_disabled', ...problemWords('storeDisabled') }))
    case 'saved-cards-disabled':
      return refuse(SAVED_CARDS_DISABLED)
    case 'no-such-card':
      return refuseCard(outcome.message)
    case 'token-refused':
      return refuseToken(outcome)
    case 'not-set-up':
      return refuse(NOT_SET_UP[outcome.missing])
    default:
      return answerGatewayFailure(outcome, GATEWAY_FAILURES[of])
  }
}

export const refuseUnresolvedCharge = (): RouteRefusal =>
  refuse(problem({ code: 'charge_unresolved', ...problemWords('chargeUnresolved') }), {
    'retry-after': '10',
  })

/** `had`: names of the fields that may differ from the first request. */
export const refuseReusedKey = (had: string): RouteRefusal =>
  refuse(
    problem({
      code: 'idempotency_key_reused',
      title: 'This Idempotency-Key was used for a different request',
      detail: `The first request with this key had a different ${had}.`,
    }),
  )

const refuseChargeAsFrozen = (locale: Language): RouteRefusal => {
  const { title } = TEXTS[locale].payPages.pages['store-frozen']
  return refuseAsFrozen({ customer_message: `${title}.` })
}

const refuseAsPaid = (order: OrderRow): RouteRefusal => {
  const { amount_minor, currency, external_id, status } = order
  const amount = formatMoney(moneyFromMinor(amount_minor, currency))
  const words = problemWords('chargePaidOrder', (language) => ({
    order: external_id,
    amount: moneyInWords(amount, currency, language),
    status: stateName(status, language),
    state: status,
  }))
  return refuse(problem({ code: 'order_already_paid', ...words }))
}

const refuseAsDeclined = ({
  decline,
  order,
}: Extract<UnpaidOutcome, { outcome: 'declined' }>): RouteRefusal =>
  refuse(
    problem({
      code: 'card_declined',
      ...problemWords('cardDeclined', (language) => ({
        reason: sentenceOfDecline(decline.code, language),
      })),
      gateway_message: decline.message,
      decline_code: decline.code,
      customer_message: sentenceOfDecline(decline.code, order.locale),
    }),
  )

const refuseCard = (gateway_message: string | undefined): RouteRefusal =>
  refuse(
    problem({
      code: 'no_such_saved_card',
      title: 'The saved card is unknown, revoked or belongs to another customer',
      errors: [{ path: 'payment_method', message: 'Is not a saved card of this store' }],
      gateway_message,
    }),
  )

/**
 * Refuses a token that the gateway refused; a request with a new one may succeed. Lists all refused
 * fields.
 */
const refuseToken = ({
  isNamed,
  refusal,
}: Extract<UnpaidOutcome, { outcome: 'token-refused' }>): RouteRefusal =>
  refuse(
    problem({
      code: 'token_refused',
      title: isNamed
        ? 'The token was already used or is not valid'
        : 'The gateway refused the charge, possibly because of its token',
      detail:
        'Nothing was charged. Mount the card fields again and let the customer enter the card.',
      errors: isNamed
        ? [{ path: 'payment_token', message: 'Is not a valid, unused token' }]
        : errorsOfRefusal(refusal ?? { fields: {} }).errors,
      gateway_message: refusal && errorsOfRefusal(refusal).gateway_message,
    }),
  )

export const SAVED_CARDS_DISABLED = problem({
  code: 'saved_cards_disabled',
  title: 'Saved cards are not enabled for the gateway account',
  detail: 'Ask the gateway to enable saved cards (mode 3A) for the account.',
})

const NOT_SET_UP = {
  'publishable-key': problem({
    code: 'card_fields_not_set_up',
    title: 'The store has no publishable key',
    detail: 'Connect the store again with --publishable-key.',
  }),
  'embed-base-url': problem({
    code: 'card_fields_not_set_up',
    title: "The gateway's address for card confirmations is not set",
    detail: 'Set GATEWAY_EMBED_BASE_URL.',
  }),
} as const

/** Our field for each gateway field (4.3). */
const FIELD_AT_OURS = {
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

const GATEWAY_FAILURES = {
  checkout: {
    of: 'payment',
    requestFieldOf: FIELD_AT_OURS,
    request: 'checkout',
  },
  'saved-card': {
    of: 'charge',
    requestFieldOf: FIELD_AT_OURS,
    request: 'charge',
  },
  'payment-request': {
    of: 'payment',
    requestFieldOf: {
      currency_code: 'currency',
      name: 'reference',
      expires_at: 'expires_in_minutes',
    },
    request: 'checkout',
  },
  confirmation: { of: 'charge' },
} as const satisfies Record<string, GatewayFailureWords>
