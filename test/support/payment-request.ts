import { ulid } from 'ulid'
import { findStore } from '../../src/db/stores/stores.ts'
import type { StoreId } from '../../src/domain/ids.ts'
import { moneyFromDecimal } from '../../src/domain/money.ts'
import { referenceOfSource } from '../../src/domain/order-source.ts'
import { payUrlOf } from '../../src/payments/checkout/pay-link.ts'
import { startCheckout } from '../../src/payments/checkout/start-checkout.ts'
import type { CheckoutRequest } from '../../src/payments/ports/checkout-request.ts'
import type { World } from './world.ts'

/** Creates an order at Puente that no shop knows. */
export const orderMadeAtPuente = async (
  world: World,
  storeId: StoreId,
  more: Partial<CheckoutRequest> = {},
) => {
  const { ctx } = world.puente
  const store = await findStore(ctx.db.query, storeId)
  const amount = moneyFromDecimal('320.50', 'HNL')
  if (!store || !amount) throw new Error('no store or amount')
  const outcome = await startCheckout(ctx, store, {
    externalId: referenceOfSource('request', ulid().toLowerCase()),
    source: 'request',
    number: null,
    amount,
    description: 'Café',
    customer: {},
    metadata: {},
    locale: 'es',
    mode: 'hosted',
    successUrl: null,
    cancelUrl: null,
    expiresInMinutes: null,
    ...more,
  })
  if (outcome.outcome !== 'created') throw new Error(outcome.outcome)
  const { order, payment } = outcome
  return { order, payUrl: payUrlOf(ctx, order), checkoutUrl: payment?.checkout_url ?? '' }
}
