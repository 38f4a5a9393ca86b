import type { OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { keepRequestNote } from '../../db/payments/payment-requests.ts'
import type { OrderCustomer } from '../../db/tables/orders.ts'
import type { Money } from '../../domain/money.ts'
import type { PuenteSource } from '../../domain/order-source.ts'
import type { Language } from '../../locales/language.ts'
import { type CheckoutOutcome, startCheckout } from '../checkout/start-checkout.ts'
import { cardPageObstacle } from '../ports/card-page-setup.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { policyOf } from '../ports/policy.ts'
import { referenceOfKey } from './rules/request-reference.ts'

export interface NewPaymentRequest {
  source: PuenteSource
  amount: Money
  description: string | null
  customer: OrderCustomer
  /** The merchant's own number; the customer sees it. */
  reference: string | null
  /** For the merchant only. */
  note: string | null
  /** `null`: each customer's own, the store's at the gateway. */
  locale: Language | null
  expiresInMinutes: number | null
  /** Repeating it with the same terms returns the same order. */
  idempotencyKey: string
}

/**
 * `created`: a new order with its pay link. `known`: the order of an earlier request with this key.
 * `key-reused`: that one asked for something else.
 */
export type PaymentRequestOutcome =
  | { outcome: 'created' | 'known' | 'key-reused'; order: OrderRow }
  | Exclude<CheckoutOutcome, { outcome: 'created' | 'reused' }>

/**
 * Makes an order for a person of the merchant, payable at its pay link. While the gateway is away,
 * the link is made all the same: it opens the checkout as soon as the gateway answers.
 */
export const createPaymentRequest = async (
  ctx: PaymentsContext,
  store: StoreRow,
  given: NewPaymentRequest,
): Promise<PaymentRequestOutcome> => {
  const request = checkoutRequestOf(ctx, store, given)
  const { query } = ctx.db
  const known = await findOrderOfStore(query, store.id, request.externalId)
  if (known && !isSame(known, request)) return { outcome: 'key-reused', order: known }
  if (known && known.status !== 'awaiting_payment') return { outcome: 'known', order: known }
  const outcome = await startCheckout(ctx, store, request)
  const order = await findOrderOfStore(query, store.id, request.externalId)
  const { note } = given
  if (order && note !== null) {
    await keepRequestNote(query, { order_id: order.id, store_id: store.id, note })
  }
  switch (outcome.outcome) {
    case 'created':
    case 'reused':
    case 'cancelled':
      return { outcome: known ? 'known' : 'created', order: outcome.order }
    case 'unreachable':
      return order ? { outcome: known ? 'known' : 'created', order } : outcome
    default:
      return outcome
  }
}

/** A repetition may follow an erasure, which leaves amount and number. */
const isSame = (order: OrderRow, { amount, description, number }: CheckoutRequest): boolean =>
  order.amount_minor === amount.minor &&
  order.currency === amount.currency.code &&
  order.number === number &&
  (order.people_erased_at !== null || order.description === description)

const checkoutRequestOf = (
  ctx: PaymentsContext,
  store: StoreRow,
  given: NewPaymentRequest,
): CheckoutRequest => {
  const { source, amount, description, customer, reference, locale, expiresInMinutes } = given
  const { externalId, number } = referenceOfKey(source, {
    storeId: store.id,
    key: given.idempotencyKey,
  })
  const mode = policyOf(store).checkout_mode
  return {
    externalId,
    source,
    number: reference ?? number,
    amount,
    description,
    customer,
    metadata: {},
    locale: locale ?? store.locale,
    followsReader: locale === null,
    mode: mode === 'card_page' && cardPageObstacle(store, ctx.cardPage) ? 'hosted' : mode,
    successUrl: null,
    cancelUrl: null,
    expiresInMinutes,
  }
}
