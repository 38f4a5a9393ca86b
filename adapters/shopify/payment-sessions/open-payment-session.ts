import { currencyByCode } from '../../../src/domain/currencies.ts'
import { type Money, parseMoney } from '../../../src/domain/money.ts'
import { isOrderOpen } from '../../../src/domain/order-status.ts'
import { textOfName } from '../../../src/runtime/http/page/html-text.ts'
import { toStorableText } from '../../../src/runtime/text/storable.ts'
import {
  type CheckoutRequest,
  type Core,
  type DbQuery,
  type Order,
  orderById,
  policyOf,
  type Store,
} from '../../adapter.ts'
import {
  findPaymentSession,
  insertPaymentSession,
  mayHaveBeenResolved,
  type PaymentSessionRow,
  paymentSessionsOf,
  updatePaymentSession,
} from '../tables/payment-sessions.ts'
import { languageOfLocale } from '../texts.ts'
import type { PaymentRejection } from './rejection-reason.ts'
import type { PaymentSessionBody } from './session-bodies.ts'
import { wayBackUrl } from './way-back.ts'

/**
 * Stores a session once: concurrent calls get the same redirect. All sessions of a checkout share
 * its order, so it is paid once. Rejects a session of a paid order: Shopify must learn of one
 * payment only; its buyer follows the paid one.
 */
export const openPaymentSession = async (
  core: Core,
  { shop, store, body }: { shop: string; store: Store; body: PaymentSessionBody },
): Promise<{ session: PaymentSessionRow; redirectUrl: string }> => {
  const { query } = core.db
  const session = await query.transaction().execute(async (trx) => {
    const now = core.clock.now()
    const amount = amountOf(body)
    const reason = typeof amount === 'string' ? amount : reasonToReject(body, store)
    const kept = await insertPaymentSession(trx, {
      shop,
      id: body.id,
      store_id: store.id,
      gid: body.gid,
      cancel_url: body.payment_method.data.cancel_url,
      state: reason ? 'rejecting' : 'open',
      reason: reason ?? null,
      ...(typeof amount === 'string'
        ? {}
        : { amount_minor: amount.minor, currency: amount.currency.code }),
      created_at: now,
      updated_at: now,
    })
    if (!kept) return findPaymentSession(trx, { shop, id: body.id })
    if (reason || typeof amount === 'string') return kept
    const request = requestOf(core, { shop, store, body }, amount)
    const order = await orderToPay(trx, core, { store, request })
    return updatePaymentSession(trx, kept, {
      order_id: order.id,
      ...(isOrderOpen(order) ? {} : { state: 'rejecting', reason: 'CANCELLED_PAYMENT' }),
    })
  })
  core.wakeWorkers()
  if (!session) throw new Error(`The payment session ${body.id} is gone`)
  const { order_id: orderId } = session
  const redirectUrl = orderId
    ? core.payUrlOf(await orderById(query, orderId))
    : wayBackUrl(core.publicUrl, session)
  return { session, redirectUrl }
}

/** Each refund that Shopify never learned of adds an order to the checkout. */
const MOST_ORDERS = 20

/**
 * Locks a checkout's order. Reopens an ended one, unless the merchant cancelled it, before its
 * notification can reject the new session.
 */
const orderToPay = async (
  trx: DbQuery,
  core: Core,
  { store, request }: { store: Store; request: CheckoutRequest },
): Promise<Order> => {
  for (let nth = 1; ; nth++) {
    const externalId = nth === 1 ? request.externalId : `${request.externalId}:${nth}`
    const order = await core.importOrder(trx, { store, request: { ...request, externalId } })
    if (nth < MOST_ORDERS && (await isSpent(trx, order))) continue
    const hasEnded = order.status === 'payment_expired' || order.status === 'cancelled'
    return hasEnded && order.cancelled_by !== 'merchant' ? core.reopenLocked(trx, order) : order
  }
}

/** All money was refunded before Shopify learned of it. */
const isSpent = async (trx: DbQuery, { id, status }: Order): Promise<boolean> =>
  (status === 'voided' || status === 'refunded') &&
  !(await paymentSessionsOf(trx, id)).some(mayHaveBeenResolved)

const amountOf = ({ amount, currency: code }: PaymentSessionBody): Money | PaymentRejection => {
  const currency = currencyByCode(code)
  if (!currency) return 'INVALID_CURRENCY'
  const parsed = parseMoney(amount, currency)
  return parsed.ok && parsed.money.minor > 0n ? parsed.money : 'INVALID_AMOUNT'
}

const reasonToReject = (
  { kind, test }: PaymentSessionBody,
  { environment }: Store,
): PaymentRejection | undefined => {
  if (kind !== 'sale') return 'INVALID_PURCHASE_TYPE'
  return test === (environment === 'test') ? undefined : 'MERCHANT_ACCOUNT_ERROR'
}

/** Shopify gives no number that the buyer would know. */
const NUMBER_LENGTH = 8
/** The gateway's limits. */
const LIMITS = { name: 191, email: 191, phone: 50 }

const requestOf = (
  core: Core,
  { shop, store, body }: { shop: string; store: Store; body: PaymentSessionBody },
  amount: Money,
): CheckoutRequest => {
  const checkout = body.group ?? body.id
  const { customer } = body
  const ofBuyer = languageOfLocale(customer?.locale)
  const name = [customer?.billing_address?.given_name, customer?.billing_address?.family_name]
  const email = whole(customer?.email, LIMITS.email)
  const phone = whole(customer?.phone_number, LIMITS.phone)
  return {
    externalId: checkout,
    number: checkout.replace(/[^\w]/g, '').slice(-NUMBER_LENGTH).toUpperCase() || null,
    amount,
    description: null,
    customer: {
      // Shopify requests erasure by email or phone, never by name.
      name:
        email || phone ? whole(textOfName(name.filter(Boolean).join(' ')), LIMITS.name) : undefined,
      email,
      phone,
    },
    metadata: { shopify_checkout: checkout },
    locale: ofBuyer ?? store.locale,
    followsReader: ofBuyer === undefined,
    mode: policyOf(store).checkout_mode,
    successUrl: wayBackUrl(core.publicUrl, { shop, id: body.id }),
    cancelUrl: body.payment_method.data.cancel_url,
    expiresInMinutes: null,
  }
}

/** Drops a long value, as half an address is useless. */
const whole = (given: string | null | undefined, maxLength: number): string | undefined => {
  const value = toStorableText(given ?? '').trim()
  return value && value.length <= maxLength ? value : undefined
}
