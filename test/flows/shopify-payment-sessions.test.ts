import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { storesOfShopDomain } from '../../adapters/shopify/shops/stores-of-shop.ts'
import { shopifyTables } from '../../adapters/shopify/tables/rows.ts'
import { findOrderByPayToken } from '../../src/db/orders/orders.ts'
import { paymentsOfOrder } from '../../src/db/payments/payments.ts'
import { refundsOfOrder } from '../../src/db/payments/refunds.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { cancelOrder } from '../../src/payments/orders/cancel-order.ts'
import { type Puente, startPuente } from '../../src/puente.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { HOUR_SECONDS, pass } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import {
  ALREADY_FINAL,
  type Payment,
  type StoredSession,
} from '../support/shopify/payment-sessions.ts'
import type { StandInShop } from '../support/shopify/shop.ts'
import { KEYS } from '../support/shopify/shop-people.ts'
import { tablesHolding } from '../support/tables-holding.ts'
import { useShopifyWorld } from '../support/use-world.ts'
import { CARDS, cardOf, eventually } from '../support/world.ts'

const CHECKED = { 'x-client-verify': 'SUCCESS' }
const GATEWAY_SECRET = 'whsec_test_sandbox'

let shop: StandInShop
let store: string
const world = useShopifyWorld({
  SHOPIFY_PAYMENTS_PROXIES: '127.0.0.1,::1',
  SHOPIFY_PAYMENTS_CERT_HEADER: 'X-Client-Verify',
})
beforeAll(async () => {
  const connected = await world.connectedShop('cafe')
  shop = connected.shop
  store = connected.store
  shop.payments.proxyHeaders = CHECKED
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/${store}`,
    secret: GATEWAY_SECRET,
  })
  await decide({ reconcile: { nightly: false } })
})

const query = () => world.puente.ctx.db.query
const decide = async (policy: object) => {
  const given = JSON.stringify(policy)
  await query()
    .updateTable('stores')
    .set({ policy: given })
    .where('id', '=', StoreId.parse(store))
    .execute()
}
const door = (kind: 'payment' | 'refund' | 'void' | 'capture') =>
  `${world.url}/shopify/${kind}_sessions`

interface Wanted {
  session: StoredSession
  payUrl: string
}
const wanted = async (payment: Payment = {}): Promise<Wanted> => {
  const { session, status, body } = await shop.payments.pay(door('payment'), payment)
  expect(status).toBe(200)
  return { session, payUrl: (body as { redirect_url: string }).redirect_url }
}
const open = async (url: string) => {
  const response = await fetch(url, { redirect: 'manual', headers: { 'accept-language': 'es' } })
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    text: await response.text(),
  }
}
const orderOf = async (payUrl: string) => {
  const order = await findOrderByPayToken(query(), payUrl.split('/').at(-1) ?? '')
  if (!order) throw new Error(`${payUrl} leads to no order`)
  return order
}
const keptState = async ({ id }: StoredSession): Promise<string | undefined> => {
  const sessions = shopifyTables(query()).selectFrom('shopify_payment_sessions').select('state')
  return (await sessions.where('id', '=', id).executeTakeFirst())?.state
}
const stateWhen = (session: StoredSession, state: StoredSession['state']) =>
  eventually(async () => session.state === state)
/** Returns the page's redirect, set by Shopify's response. */
const wayBackFrom = (url: string) =>
  eventually(async () => {
    const next = await open(url)
    return next.status === 303 && next
  })
const paid = async (payment: Payment = {}) => {
  const { session, payUrl } = await wanted(payment)
  const { location } = await open(payUrl)
  const { transaction_id: transactionId = '' } = await world.pay(location)
  await stateWhen(session, 'RESOLVED')
  return { session, payUrl, transactionId }
}
/** Returns a rejection without a reason. */
const notTaken = (mutation: string) => ({
  status: 200,
  body: {
    data: {
      [mutation]: { paymentSession: null, userErrors: [{ field: ['id'], message: ALREADY_FINAL }] },
    },
  },
})
/** Advances the clock through all retries of a rejected session. */
const passRefusals = async () => {
  for (const seconds of [6, 12, 35, 55, 75, 150, 360, 900]) {
    await pass(world, seconds)
    await settled(world)
  }
}
const isDeclined = async ({ id }: StoredSession): Promise<boolean> => {
  const sessions = shopifyTables(query())
    .selectFrom('shopify_payment_sessions')
    .select('decline_code')
  return (await sessions.where('id', '=', id).executeTakeFirst())?.decline_code != null
}
const alertsOf = async (payUrl: string): Promise<string[]> => {
  const { id } = await orderOf(payUrl)
  const rows = await query()
    .selectFrom('alerts')
    .select('kind')
    .where('order_id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
  return rows.map(({ kind }) => kind)
}
const refunds = async (payUrl: string) =>
  (await refundsOfOrder(query(), (await orderOf(payUrl)).id)).map(
    ({ kind, amount_minor, state }) => [kind, amount_minor, state],
  )

describe('a payment session of Shopify', () => {
  it('the shop is ready for sessions once its keys are entered', async () => {
    await eventually(async () => shop.payments.configured?.ready)
    expect(shop.payments.configured).toEqual({ externalHandle: 'cafe', ready: true })
  })

  it('a session is paid by its durable link and resolved, and its buyer returns to Shopify', async () => {
    const { session, payUrl } = await paid({ amount: '125.5' })
    expect(payUrl).toMatch(new RegExp(`^${world.url}/pay/`))
    const { amount_minor, status, success_url } = await orderOf(payUrl)
    expect([amount_minor, status]).toEqual([12_550n, 'paid'])
    const page = await open(`${payUrl}/return`)
    expect(page.text).toContain(success_url)
    const way = await wayBackFrom(success_url ?? '')
    expect(way.location).toBe(`https://${shop.name}/checkouts/${session.id}/processing`)
    expect(await alertsOf(payUrl)).toEqual([])
  })

  it('a session in several concurrent requests is one payment', async () => {
    const first = shop.payments.pay(door('payment'))
    const { session, body } = await first
    const again = await Promise.all(
      Array.from({ length: 6 }, () => shop.payments.repeat(door('payment'), session)),
    )
    const urls = new Set(again.map((sent) => (sent.body as { redirect_url: string }).redirect_url))
    const payUrl = (body as { redirect_url: string }).redirect_url
    expect([...urls]).toEqual([payUrl])
    const opened = await Promise.all([open(payUrl), open(payUrl)])
    expect(opened[0].location).toBe(opened[1].location)
    expect(await paymentsOfOrder(query(), (await orderOf(payUrl)).id)).toHaveLength(1)
  })

  it('a new session in two concurrent requests is one order', async () => {
    const ofOther = world.openShop('other').shop.payments
    const { session } = await ofOther.pay(door('payment'), { headers: {} })
    const [one, other] = await Promise.all([
      shop.payments.repeat(door('payment'), session),
      shop.payments.repeat(door('payment'), session),
    ])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.body).toEqual(other.body)
  })

  it('a checkout with a second session is charged once, and the newest session is resolved', async () => {
    const group = 'checkout-begun-anew'
    const before = await wanted({ group })
    const { location } = await open(before.payUrl)
    const anew = await wanted({ group })
    expect(anew.payUrl).toBe(before.payUrl)
    expect((await open(anew.payUrl)).location).toBe(location)
    await world.pay(location)
    await stateWhen(anew.session, 'RESOLVED')
    expect(before.session.state).toBeNull()
    expect(await alertsOf(anew.payUrl)).toEqual([])
  })

  it('a session of a checkout that is already paid is rejected, and leads to the paid one’s page', async () => {
    const group = 'checkout-paid-already'
    const { session, payUrl } = await paid({ group })
    const late = await wanted({ group })
    await stateWhen(late.session, 'REJECTED')
    expect(late.payUrl).toBe(payUrl)
    expect((await open(payUrl)).location).toContain('/return')
    const next = await open((await orderOf(payUrl)).success_url ?? '')
    expect(next.location).toContain(session.id)
    expect(await paymentsOfOrder(query(), (await orderOf(payUrl)).id)).toHaveLength(1)
  })

  it('a session with another amount for the same checkout is paid with the new amount', async () => {
    const group = 'checkout-of-another-amount'
    await open((await wanted({ group, amount: '100.00' })).payUrl)
    const { payUrl, session } = await paid({ group, amount: '80.00' })
    expect((await orderOf(payUrl)).amount_minor).toBe(8_000n)
    expect(session.state).toBe('RESOLVED')
  })

  it.each([
    ['that wants money reserved only', { kind: 'authorization' }, 'INVALID_PURCHASE_TYPE'],
    ['of live money where the keys are of the test', { test: false }, 'MERCHANT_ACCOUNT_ERROR'],
    ['without money', { amount: '0.00' }, 'INVALID_AMOUNT'],
    ['of a currency that there is not', { currency: 'QQQ' }, 'INVALID_CURRENCY'],
  ] as const)(
    'a session %s is rejected, and its buyer returns to Shopify',
    async (_, payment, reason) => {
      const { session, payUrl } = await wanted(payment)
      await stateWhen(session, 'REJECTED')
      expect(session.reason).toBe(reason)
      const way = await wayBackFrom(payUrl)
      expect(way.location).toContain(session.id)
    },
  )

  it('a buyer can cancel at the gateway, without a report to Shopify', async () => {
    const cancelUrl = 'https://cafe.myshopify.com/checkouts/let-be'
    const { session, payUrl } = await wanted({ cancelUrl })
    const { location } = await open(payUrl)
    const page = await open(location)
    expect(page.text).toContain(cancelUrl)
    await settled(world)
    expect(session.state).toBeNull()
  })

  it('a session whose card was declined can be paid with another card', async () => {
    const { session, payUrl } = await wanted()
    const { location } = await open(payUrl)
    await world.pay(location, CARDS.noFunds)
    await settled(world)
    expect(session.state).toBeNull()
    await world.pay(location)
    await stateWhen(session, 'RESOLVED')
  })

  it('a session that is not paid in time is rejected with its decline, and its link leads back', async () => {
    const { session, payUrl } = await wanted()
    const letBe = await wanted()
    await open(letBe.payUrl)
    await world.pay((await open(payUrl)).location, CARDS.noFunds)
    await eventually(() => isDeclined(session))
    await pass(world, 2 * HOUR_SECONDS)
    await stateWhen(session, 'REJECTED')
    await stateWhen(letBe.session, 'REJECTED')
    expect([session.reason, letBe.session.reason]).toEqual(['CARD_DECLINED', 'CANCELLED_PAYMENT'])
    await settled(world)
    const over = await open(payUrl)
    expect(over.status).toBe(410)
    expect(over.text).toContain(`/checkouts/${session.id}/processing`)
  })

  it('a session after a rejected one is paid in the same checkout', async () => {
    const group = 'checkout-once-more'
    const { session, payUrl } = await wanted({ group })
    await open(payUrl)
    await pass(world, 2 * HOUR_SECONDS)
    await stateWhen(session, 'REJECTED')
    const { session: second } = await paid({ group })
    expect(second.state).toBe('RESOLVED')
    expect(await alertsOf(payUrl)).toEqual([])
  })

  it('a session that starts right after the end of another one is not rejected with it', async () => {
    const group = 'checkout-while-the-end-is-told'
    const { session, payUrl } = await wanted({ group })
    await open(payUrl)
    // A retry reports the end late, after the next session has started.
    world.standIn.failNext(/PayReject/, { status: 503 })
    await pass(world, 2 * HOUR_SECONDS)
    await eventually(async () => world.standIn.pending() === 0)
    const { session: second } = await wanted({ group })
    await pass(world, 20)
    await settled(world)
    expect(second.state).toBeNull()
    await world.pay((await open(payUrl)).location)
    await stateWhen(second, 'RESOLVED')
    await stateWhen(session, 'REJECTED')
  })

  it('a checkout whose late payment was refunded can be paid again', async () => {
    await decide({ on_conflict: 'refund', reconcile: { nightly: false } })
    const group = 'checkout-whose-payment-went-back'
    const { session, payUrl } = await wanted({ group })
    const { location } = await open(payUrl)
    shop.payments.giveUp(session)
    await world.pay(location)
    await eventually(async () => (await orderOf(payUrl)).status === 'paid')
    await settled(world)
    await passRefusals()
    await eventually(async () => (await orderOf(payUrl)).status === 'voided')
    await decide({ reconcile: { nightly: false } })
    const { session: second, payUrl: another } = await paid({ group })
    expect(second.state).toBe('RESOLVED')
    expect(another).not.toBe(payUrl)
    const late = await wanted({ group })
    expect(late.payUrl).toBe(another)
  })

  it('a session of an order that the merchant has cancelled is rejected', async () => {
    const group = 'checkout-cancelled-by-the-merchant'
    const { payUrl } = await wanted({ group })
    const { ctx } = world.puente
    const [owner] = await storesOfShopDomain(query(), shop.name)
    if (!owner) throw new Error('no store')
    await cancelOrder(ctx, owner, { orderExternalId: group, by: 'merchant' })
    const { session } = await wanted({ group })
    await stateWhen(session, 'REJECTED')
    expect((await open(payUrl)).status).toBe(410)
  })

  it('a payment of a session that Shopify has abandoned is handled by the policy for conflicts', async () => {
    const cancelUrl = 'https://cafe.myshopify.com/checkouts/given-up'
    const { session, payUrl } = await wanted({ cancelUrl })
    const { location } = await open(payUrl)
    shop.payments.giveUp(session)
    await world.pay(location)
    await eventually(async () => (await orderOf(payUrl)).status === 'paid')
    await settled(world)
    await passRefusals()
    await eventually(async () => (await orderOf(payUrl)).status === 'on_hold')
    expect(await alertsOf(payUrl)).toEqual(['order_paid_after_cancellation'])
    expect((await open((await orderOf(payUrl)).success_url ?? '')).location).toBe(cancelUrl)
  })

  it('a session is resolved once when Shopify is throttled, fails or loses its answer', async () => {
    const { session, payUrl } = await wanted()
    const { location } = await open(payUrl)
    world.standIn.failNext(/PayResolve/, { throttled: { available: 0, restoreRate: 910 } })
    world.standIn.failNext(/PayResolve/, { status: 502 })
    world.standIn.failNext(/PayResolve/, 'lost-answer')
    await world.pay(location)
    for (const toCome of [1, 0]) {
      await eventually(async () => world.standIn.pending() === toCome)
      await settled(world)
      await pass(world, 20)
    }
    await settled(world)
    expect(session.state).toBe('RESOLVED')
    expect(await keptState(session)).toBe('resolved')
    expect(world.standIn.pending()).toBe(0)
    expect(await alertsOf(payUrl)).toEqual([])
  })
})

describe('a buyer of a payment session who asks for erasure', () => {
  it('the buyer’s data are in no table, nor is the address of their checkout', async () => {
    const email = 'olvidada@example.com'
    const cancelUrl = 'https://cafe.myshopify.com/checkouts/of-olvidada?key=1'
    const { payUrl } = await paid({ cancelUrl, customer: { email } })
    expect(await tablesHolding(query(), email)).toContain('orders')
    const body = { shop_domain: shop.name, customer: { email }, orders_to_redact: ['1'] }
    await shop.webhooks.send(shop.webhooks.add('customers/redact', body))
    await eventually(async () => (await orderOf(payUrl)).people_erased_at)
    await settled(world)
    expect(await tablesHolding(query(), email)).toEqual([])
    expect(await tablesHolding(query(), 'checkouts/of-olvidada')).toEqual([])
    expect(await orderOf(payUrl)).toMatchObject({ status: 'paid', customer: {} })
  })
})

describe('a payment session on our own card page', () => {
  // The card page requires https.
  const HTTPS = 'https://pay.puente.test'
  beforeAll(async () => {
    const { ctx } = world.puente
    ctx.publicUrl = HTTPS
    ctx.cardPage.publicUrl = HTTPS
    await decide({ checkout_mode: 'card_page', reconcile: { nightly: false } })
  })
  afterAll(async () => {
    const { ctx } = world.puente
    ctx.publicUrl = world.url
    ctx.cardPage.publicUrl = world.url
    await decide({ reconcile: { nightly: false } })
  })

  it('the session is rejected in the end with the bank’s decline', async () => {
    const { session, payUrl: shown } = await wanted()
    const payUrl = shown.replace(HTTPS, world.url)
    expect((await open(payUrl)).location).toContain('/card')
    const { payment_token } = await world.control('/sandbox/tokens', {
      publishable_key: KEYS.publishable_key,
      card: cardOf(CARDS.noFunds),
    })
    const declined = await fetch(`${payUrl}/card`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_token }),
    })
    expect(declined.status).toBe(402)
    await settled(world)
    expect(session.state).toBeNull()
    await pass(world, 2 * HOUR_SECONDS)
    await stateWhen(session, 'REJECTED')
    expect(session.reason).toBe('INSUFFICIENT_FUNDS')
  })
})

describe('a payment session that is paid with an older amount', () => {
  it('the session is pending until the merchant decides, and rejected once the payment is refunded', async () => {
    const group = 'checkout-of-an-older-amount'
    const before = await open((await wanted({ group, amount: '100.00' })).payUrl)
    const { session, payUrl } = await wanted({ group, amount: '80.00' })
    await open(payUrl)
    const { transaction_id } = await world.pay(before.location)
    await stateWhen(session, 'PENDING')
    expect(await alertsOf(payUrl)).toEqual(['order_paid_other_amount'])
    const way = await wayBackFrom((await orderOf(payUrl)).success_url ?? '')
    expect(way.location).toContain(session.id)
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 100 })
    await stateWhen(session, 'REJECTED')
    expect(await alertsOf(payUrl)).toEqual([])
  })
})

describe('a payment whose answer was lost', () => {
  it('a payment that Shopify then refuses is not refunded before the merchant decides', async () => {
    await decide({ on_conflict: 'refund', reconcile: { nightly: false } })
    const { session, payUrl } = await wanted()
    const { location } = await open(payUrl)
    world.standIn.failNext(/PayResolve/, 'lost-answer')
    await world.pay(location)
    await stateWhen(session, 'RESOLVED')
    shop.payments.giveUp(session)
    await settled(world)
    await pass(world, 20)
    await settled(world)
    expect(await alertsOf(payUrl)).toEqual([])
    await passRefusals()
    await eventually(async () => (await alertsOf(payUrl)).includes('task_given_up'))
    expect(await refunds(payUrl)).toEqual([])
    expect((await orderOf(payUrl)).status).toBe('paid')
  })

  it('a payment after Shopify has abandoned its session is refunded by policy', async () => {
    const { session, payUrl } = await wanted()
    const { location } = await open(payUrl)
    shop.payments.giveUp(session)
    await world.pay(location)
    await eventually(async () => (await orderOf(payUrl)).status === 'paid')
    await settled(world)
    await passRefusals()
    await eventually(async () => (await orderOf(payUrl)).status === 'voided')
    await decide({ reconcile: { nightly: false } })
    expect(await refunds(payUrl)).toEqual([['void', 12_300n, 'succeeded']])
    expect(await alertsOf(payUrl)).toEqual([])
  })
})

describe('a payment session that Shopify refuses at first', () => {
  it('the session is resolved at a later retry, and the first refusal refunds nothing', async () => {
    await decide({ on_conflict: 'refund', reconcile: { nightly: false } })
    const { session, payUrl } = await wanted()
    const { location } = await open(payUrl)
    world.standIn.failNext(/PayResolve/, notTaken('paymentSessionResolve'), 2)
    await world.pay(location)
    for (const toCome of [1, 0]) {
      await eventually(async () => world.standIn.pending() === toCome)
      await settled(world)
      await pass(world, 20)
    }
    await stateWhen(session, 'RESOLVED')
    await settled(world)
    expect(await keptState(session)).toBe('resolved')
    expect((await orderOf(payUrl)).status).toBe('paid')
    expect(await refunds(payUrl)).toEqual([])
    expect(await alertsOf(payUrl)).toEqual([])
    await decide({ reconcile: { nightly: false } })
  })

  it('the session is rejected at a later retry, so that its buyer does not wait in vain', async () => {
    world.standIn.failNext(/PayReject/, notTaken('paymentSessionReject'))
    const { session } = await wanted({ kind: 'authorization' })
    await eventually(async () => {
      await pass(world, 10)
      return session.state === 'REJECTED'
    })
    expect(session.reason).toBe('INVALID_PURCHASE_TYPE')
  })

  it('the session is not rejected before Shopify can have received our answer', async () => {
    const asked = () => world.standIn.requests.filter((name) => /PayReject/.test(name)).length
    const before = asked()
    const begun = Date.now()
    const { session } = await wanted({ kind: 'authorization' })
    await settled(world)
    await stateWhen(session, 'REJECTED')
    expect(asked() - before).toBe(1)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1_900)
  })
})

describe('a payment session in a currency that the terminal refuses', () => {
  it('the session is rejected immediately with that reason', async () => {
    const { session, payUrl } = await wanted({ currency: 'EUR' })
    expect((await open(payUrl)).status).not.toBe(303)
    await stateWhen(session, 'REJECTED')
    expect(session.reason).toBe('INVALID_CURRENCY')
  })
})

describe('refunds of a payment session', () => {
  it('a full refund before the settlement is a void, and Shopify gets its result', async () => {
    const { session, payUrl } = await paid()
    const sent = await shop.payments.refund(door('refund'), session)
    expect(sent.status).toBe(201)
    await shop.payments.repeat(door('refund'), sent.session)
    await stateWhen(sent.session, 'RESOLVED')
    expect(await refunds(payUrl)).toEqual([['void', 12_300n, 'succeeded']])
    expect(await alertsOf(payUrl)).toEqual([])
  })

  it('partial refunds are made one by one, and one above the rest is refused', async () => {
    const { session, payUrl } = await paid({ amount: '100.00' })
    await world.control('/sandbox/settle', {})
    for (const amount of ['30.00', '20.5']) {
      const { session: part } = await shop.payments.refund(door('refund'), session, amount)
      await stateWhen(part, 'RESOLVED')
    }
    const { session: tooMuch } = await shop.payments.refund(door('refund'), session, '60.00')
    await stateWhen(tooMuch, 'REJECTED')
    expect(tooMuch.reason).toBe('PROCESSING_ERROR')
    expect(await refunds(payUrl)).toEqual([
      ['refund', 3_000n, 'succeeded'],
      ['refund', 2_050n, 'succeeded'],
    ])
  })

  it('a void session voids the charge', async () => {
    const { session, payUrl } = await paid()
    const sent = await shop.payments.void(door('void'), session)
    expect(sent.status).toBe(201)
    await stateWhen(sent.session, 'RESOLVED')
    expect(await refunds(payUrl)).toEqual([['void', 12_300n, 'succeeded']])
  })

  it.each([
    ['refund', 'RefResolve', 'refundSessionResolve', 'refundSession'],
    ['void', 'VoidResolve', 'voidSessionResolve', 'voidSession'],
  ] as const)(
    'a %s session that Shopify refuses at first refunds once, and is reported again',
    async (kind, name, mutation, field) => {
      const { session, payUrl } = await paid()
      const asked = () => world.standIn.requests.filter((one) => one.endsWith(` ${name}`)).length
      const before = asked()
      const userErrors = [{ field: ['id'], message: ALREADY_FINAL }]
      const body = { data: { [mutation]: { [field]: null, userErrors } } }
      world.standIn.failNext(new RegExp(` ${name}$`), { status: 200, body }, 2)
      const { session: asking } = await shop.payments[kind](door(kind), session)
      await shop.payments.repeat(door(kind), asking)
      for (const toCome of [1, 0]) {
        await eventually(async () => world.standIn.pending() === toCome)
        await settled(world)
        expect(asking.state).toBeNull()
        await pass(world, 20)
      }
      await stateWhen(asking, 'RESOLVED')
      await settled(world)
      expect(asked() - before).toBe(3)
      expect(await refunds(payUrl)).toEqual([['void', 12_300n, 'succeeded']])
      expect(await alertsOf(payUrl)).toEqual([])
    },
  )

  it('a refund session that Shopify refuses for 20 minutes opens an alert, and stays refunded', async () => {
    const { session, payUrl } = await paid()
    const userErrors = [{ field: ['id'], message: ALREADY_FINAL }]
    const body = { data: { refundSessionResolve: { refundSession: null, userErrors } } }
    world.standIn.failNext(/ RefResolve$/, { status: 200, body }, 100)
    const { session: asking } = await shop.payments.refund(door('refund'), session)
    await eventually(async () => (await refunds(payUrl))[0]?.[2] === 'succeeded')
    await settled(world)
    expect(await alertsOf(payUrl)).toEqual([])
    await passRefusals()
    expect(await alertsOf(payUrl)).toEqual(['task_given_up'])
    expect(await refunds(payUrl)).toEqual([['void', 12_300n, 'succeeded']])
    expect(asking.state).toBeNull()
    world.standIn.forgetFaults()
  })

  it('a refund of an unknown payment is refused', async () => {
    const { session } = await wanted()
    const sent = await shop.payments.refund(door('refund'), { ...session, id: 'nobody' })
    await stateWhen(sent.session, 'REJECTED')
  })

  it('a refund in the portal opens one alert', async () => {
    const { session, payUrl, transactionId } = await paid({ amount: '100.00' })
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 10 })
    await eventually(async () => (await alertsOf(payUrl)).includes('refund_not_in_store'))
    const { session: part } = await shop.payments.refund(door('refund'), session, '5.00')
    await stateWhen(part, 'RESOLVED')
    expect(await alertsOf(payUrl)).toEqual(['refund_not_in_store'])
  })

  it('a capture session is rejected, because the gateway captures with the charge', async () => {
    const { session } = await paid()
    const sent = await shop.payments.capture(door('capture'), session)
    expect(sent.status).toBe(201)
    await stateWhen(sent.session, 'REJECTED')
  })
})

describe('a session that is not from Shopify', () => {
  const kept = async () => {
    const { count } = await shopifyTables(query())
      .selectFrom('shopify_payment_sessions')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  it.each([
    ['without the word of the proxy', {}],
    ['with another word', { 'x-client-verify': 'NONE' }],
  ])('a session %s is refused, and not stored', async (_, headers) => {
    const before = await kept()
    const { status } = await shop.payments.pay(door('payment'), { headers })
    expect(status).toBe(401)
    expect(await kept()).toBe(before)
  })

  it.each(['payment', 'refund', 'void', 'capture'])(
    'an unverified %s session is refused up front, however its address is written',
    async (kind) => {
      const path = `/shopify/${kind}_sessions`
      for (const address of [path, `${path}/`, path.toUpperCase()]) {
        const headers = { 'shopify-shop-domain': shop.name }
        const sent = await fetch(`${world.url}${address}`, { method: 'POST', headers, body: '{}' })
        expect(sent.status).toBe(401)
      }
    },
  )

  it.each(['cafe.example.com', 'cafe.myshopify.com.example.com', ''])(
    'a session from the shop "%s" is refused',
    async (name) => {
      const headers = { ...CHECKED, 'shopify-shop-domain': name }
      expect((await shop.payments.pay(door('payment'), { headers })).status).toBe(400)
    },
  )

  it('a session of a shop that is not connected is refused', async () => {
    const headers = { ...CHECKED, 'shopify-shop-domain': 'nobody.myshopify.com' }
    expect((await shop.payments.pay(door('payment'), { headers })).status).toBe(404)
  })

  it('an unreadable session is refused', async () => {
    const headers = { ...CHECKED, 'shopify-shop-domain': shop.name }
    const sent = await fetch(door('payment'), { method: 'POST', headers, body: '{"id": 7' })
    expect(sent.status).toBe(400)
  })
})

describe('a shop with keys for test and live', () => {
  it('each session is paid in its own environment', async () => {
    const two = await world.connectedShop('two')
    two.shop.payments.proxyHeaders = CHECKED
    const live = { secret_key: 'sk_live_sandbox', publishable_key: 'pk_live_sandbox' }
    const environmentOf = async (test: boolean): Promise<string> => {
      const { body } = await two.shop.payments.pay(door('payment'), { test })
      const order = await orderOf((body as { redirect_url: string }).redirect_url)
      const stores = query().selectFrom('stores').select('environment')
      const of = await stores.where('id', '=', order.store_id).executeTakeFirstOrThrow()
      return of.environment
    }
    expect(await environmentOf(true)).toBe('test')
    expect((await two.people.connect(live)).status).toBe(200)
    expect(await environmentOf(false)).toBe('live')
    expect(await environmentOf(true)).toBe('test')
  })
})

describe('a restart of Puente', () => {
  it('the restarted process resolves paid sessions and makes pending refunds, each once', async () => {
    const { session: before, payUrl: refundedUrl } = await paid()
    const { session, payUrl } = await wanted()
    const { location } = await open(payUrl)
    world.standIn.failNext(/PayResolve/, { status: 503 }, 1)
    await world.pay(location)
    await eventually(async () => (await orderOf(payUrl)).status === 'paid')
    const { session: refund } = await shop.payments.refund(door('refund'), before)
    await world.puente.close()
    const again = await restarted()
    try {
      await pass(world, 30)
      await stateWhen(session, 'RESOLVED')
      await stateWhen(refund, 'RESOLVED')
      world.puente = again
      expect(await refunds(refundedUrl)).toHaveLength(1)
      await shop.payments.repeat(door('payment'), session)
      expect(await paymentsOfOrder(query(), (await orderOf(payUrl)).id)).toHaveLength(1)
    } finally {
      world.puente = again
      await again.close()
    }
  })

  const restarted = (): Promise<Puente> =>
    startPuente({
      platforms,
      settings: world.settings,
      databaseUrl: world.databaseUrl,
      log: createLog({ level: 'silent', service: 'test' }),
      gatewayBaseUrl: `${world.sandbox.url}/v1`,
      publicUrl: world.url,
    })
})
