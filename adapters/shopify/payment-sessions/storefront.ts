import { moneyFromMinor } from '../../../src/domain/money.ts'
import {
  findOrder,
  type NotRead,
  type OrderToPayOutcome,
  policyOf,
  type Storefront,
} from '../../adapter.ts'
import { failedRead } from '../delivery-result.ts'
import { forOneNotification } from '../graphql/limits.ts'
import { configurePaymentsMutation } from '../graphql/operations/payment-sessions.ts'
import { connectionOf, noteRefused } from '../shops/connection.ts'
import { handleOf } from '../shops/shop-name.ts'
import { isSessionOpen, paymentSessionsOf } from '../tables/payment-sessions.ts'
import { notifySessions } from './notify-session.ts'
import type { SessionShop } from './session-shop.ts'
import { wayBackUrl } from './way-back.ts'

/**
 * Creates the storefront of a payments app. Shopify shows it no orders, so Puente can neither read
 * them nor enter outside refunds.
 */
export const sessionStorefront = (shop: SessionShop, publicUrl: string): Storefront => ({
  serialized: true,
  notify: async (message, noteCall) =>
    message.type === 'payment_method.saved'
      ? { outcome: 'nobody-to-tell' }
      : notifySessions(forOneNotification(shop, noteCall), message),
  orderToPay: (checkout) => orderToPay(shop, { checkout, publicUrl }),
  keepWebhooks: () => keepConfigured(shop),
})

/** From the newest session: Shopify has no call for the amount. */
const orderToPay = async (
  { db: { query }, store, policy }: SessionShop,
  { checkout, publicUrl }: { checkout: string; publicUrl: string },
): Promise<OrderToPayOutcome> => {
  const order = await findOrder(query, store.id, checkout)
  const [session] = order ? await paymentSessionsOf(query, order.id) : []
  if (!order || !session?.currency || session.amount_minor === null) return { outcome: 'over' }
  if (!isSessionOpen(session)) return { outcome: 'over' }
  const { number, description, customer, metadata, locale } = order
  return {
    outcome: 'payable',
    request: {
      externalId: order.external_id,
      number,
      amount: moneyFromMinor(session.amount_minor, session.currency),
      description,
      customer,
      metadata,
      locale,
      followsReader: order.follows_reader,
      mode: policyOf(store).checkout_mode,
      successUrl: wayBackUrl(publicUrl, session),
      cancelUrl: session.cancel_url,
      expiresInMinutes: policy.checkout_minutes,
    },
    payBy: null,
  }
}

/** Declares the app ready, after which Shopify offers its payments. Idempotent. */
const keepConfigured = async ({
  graphql,
  store,
  db: { query },
  clock,
}: SessionShop): Promise<{ outcome: 'kept' } | NotRead> => {
  const externalHandle = handleOf(connectionOf(store).shop)
  const said = await graphql(configurePaymentsMutation, { externalHandle, ready: true })
  if (said.outcome === 'done') return { outcome: 'kept' }
  const refusal = failedRead(said)
  // The call itself records denied access.
  if (said.outcome === 'user-errors') {
    const access = { storeId: store.id, part: configurePaymentsMutation.name, now: clock.now() }
    await noteRefused(query, { ...access, reason: refusal.detail })
  }
  return refusal
}
