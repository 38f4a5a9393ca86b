import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import type { OrderCustomer } from '../../db/tables/orders.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Money } from '../../domain/money.ts'
import type { RequestSource } from '../../domain/requests/request-states.ts'
import type { Language } from '../../locales/language.ts'
import { type CheckoutOutcome, startCheckout } from '../checkout/start-checkout.ts'
import { reopenOrder } from '../orders/cancel-order.ts'
import { isEndedByRefusal } from '../orders/rules/ended-by-refusal.ts'
import { cardPageObstacle } from '../ports/card-page-setup.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { policyOf } from '../ports/policy.ts'
import { referenceOfKey } from './request-reference.ts'

export interface KeyOfRequest {
  source: RequestSource
  /** Dedupe key: the same terms return the same order. */
  idempotencyKey: string
}

interface NewPaymentRequest extends KeyOfRequest {
  amount: Money
  description: string | null
  customer: OrderCustomer
  /** The merchant's number, shown to the customer. */
  reference: string | null
  /** For the merchant only. */
  note: string | null
  /** Name of the counter. */
  counter: string | null
  /** Part of `amount`, in minor units. */
  tipMinor: bigint | null
  /** `null`: the customer's; at the gateway, the store's. */
  locale: Language | null
  expiresInMinutes: number | null
  /** E-mails the pay link to the customer, with one reminder. */
  isMailed?: boolean | undefined
}

/**
 * `created`: a new order with its pay link. `known`: the order of an earlier request with this key.
 * `key-reused`: the earlier request had other terms. `store-disabled`: the link would not work.
 */
type PaymentRequestOutcome =
  | { outcome: 'created' | 'known' | 'key-reused'; order: OrderRow }
  | { outcome: 'store-disabled' }
  | Exclude<CheckoutOutcome, { outcome: 'created' | 'reused' }>

/** Finds the order of an earlier request with this key. */
export const findRequestOfKey = (
  query: DbQuery,
  storeId: StoreId,
  { source, idempotencyKey: key }: KeyOfRequest,
): Promise<OrderRow | undefined> =>
  findOrderOfStore(query, storeId, referenceOfKey(source, { storeId, key }).externalId)

/**
 * Creates an order for a payment request, payable at its pay link. Works during an outage of the
 * gateway: the link opens the checkout once the gateway answers.
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
  const mayReopen = known && isEndedByRefusal(known)
  if (known && known.status !== 'awaiting_payment' && !mayReopen) {
    return { outcome: 'known', order: known }
  }
  if (store.disabled_at) return { outcome: 'store-disabled' }
  if (mayReopen) {
    await reopenOrder(ctx, store, { orderExternalId: request.externalId, endedBy: 'policy' })
  }
  const outcome = await startCheckout(ctx, store, request)
  const order = await findOrderOfStore(query, store.id, request.externalId)
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

/** Compares the terms. After an erasure, only amount and number remain. */
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
  const { source, amount, description, customer, reference, locale } = given
  const { expiresInMinutes, isMailed, note, counter, tipMinor } = given
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
    isMailed,
    details: { note, counter, tip_minor: tipMinor },
  }
}
