import type { PayLink } from '../../payments/checkout/pay-link.ts'
import type { CardPagePayment } from '../../payments/checkout/pay-on-card-page.ts'
import type { CardLockout, PausedBecauseOf } from '../../payments/checkout/rules/declined-cards.ts'
import { paymentErrorOf } from '../../payments/orders/rules/charges/payment-error.ts'
import { type Reason, reasonOfDecline } from './decline-reasons.ts'
import { KIND_OF_PAYMENT_ERROR, type PageKind } from './page-kinds.ts'

export type CardPageAnswer = { status: number; retryAfterSeconds?: number } & (
  | { next: 'leave'; url: string }
  /** Uses a dialog: without https the bank's page could not redirect to Puente. */
  | { next: 'ask-bank'; url: string }
  | { next: 'again'; reason: Reason }
)

export interface CardPageUrls {
  /** Pay link, which redirects by the order's state. */
  linkUrl: string
  returnUrl: string
  changedUrl: string
  /** Whether the bank's page can redirect to Puente. */
  comesBack: boolean
}

/**
 * Never returns the processor's message or `transaction_details` (2.6). With an unknown outcome,
 * the customer waits and cannot try another card.
 */
export const answerTo = (
  payment: CardPagePayment | undefined,
  ways: CardPageUrls,
): CardPageAnswer => {
  if (!payment) return leave(404, ways.linkUrl)
  switch (payment.state) {
    case 'not-set-up':
      return again(409, 'unavailable')
    case 'resting':
      return rest(payment)
    case 'elsewhere':
      return answerToLink(payment.link, ways)
    case 'tried':
      return answerToTried(payment.tried, ways)
  }
}

const answerToTried = (
  payment: (CardPagePayment & { state: 'tried' })['tried'],
  { linkUrl, returnUrl, changedUrl, comesBack }: CardPageUrls,
): CardPageAnswer => {
  switch (payment.outcome) {
    case 'paid':
    case 'reused':
    case 'already-paid':
      return leave(200, returnUrl)
    case 'authentication-required':
      return { status: 200, next: comesBack ? 'leave' : 'ask-bank', url: payment.authenticationUrl }
    case 'confirming':
    case 'charge-unresolved':
      return leave(202, returnUrl)
    case 'already-paid-at-gateway':
      return leave(409, linkUrl)
    case 'cancelled':
    case 'page-closed':
      return leave(410, linkUrl)
    case 'store-frozen':
      return leave(503, linkUrl)
    case 'order-changed':
      return leave(409, changedUrl)
    case 'resting':
      return rest(payment)
    case 'declined':
      return again(402, reasonOfDecline(payment.decline.code))
    case 'token-refused':
      return again(422, 'token-refused')
    case 'unreachable':
      return payment.effect === 'unknown' ? leave(202, returnUrl) : again(503, 'unreachable')
    case 'not-set-up':
      return again(409, 'unavailable')
    case 'refused':
      return again(422, KIND_OF_PAYMENT_ERROR[paymentErrorOf(payment).code])
    case 'unauthorized':
    case 'not-found':
      return again(502, 'unavailable')
  }
}

const answerToLink = (
  { state }: PayLink,
  { linkUrl, returnUrl }: Pick<CardPageUrls, 'linkUrl' | 'returnUrl'>,
): CardPageAnswer => {
  switch (state) {
    case 'ended':
      return leave(410, linkUrl)
    case 'paid-at-gateway':
      return leave(409, linkUrl)
    case 'charging':
      return leave(202, returnUrl)
    case 'settled':
      return leave(200, returnUrl)
    case 'store-silent':
    case 'gateway-silent':
    case 'unavailable':
      return again(503, 'unreachable')
    case 'payable':
    case 'card-page':
    case 'settling':
    case 'refused':
    case 'store-disabled':
    case 'store-frozen':
      return leave(200, linkUrl)
  }
}

const leave = (status: number, url: string): CardPageAnswer => ({ status, next: 'leave', url })

const rest = ({ because, seconds }: CardLockout): CardPageAnswer => ({
  ...again(429, REASON_OF_REST[because]),
  retryAfterSeconds: seconds,
})

/** Reasons for paused card payments, which never mention other customers' declines. */
export const REASON_OF_REST = {
  order: 'too-many-declines',
  customer: 'too-many-declines',
  store: 'cards-paused',
} as const satisfies Record<PausedBecauseOf, Reason & PageKind>

const again = (status: number, reason: Reason): CardPageAnswer => ({
  status,
  next: 'again',
  reason,
})
