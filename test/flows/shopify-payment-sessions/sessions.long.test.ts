import { describe, expect, it } from 'vitest'
import { paymentsOfOrder } from '../../../src/db/payments/payments.ts'
import { storesOfShop } from '../../../src/db/stores/stores.ts'
import { cancelOrder } from '../../../src/payments/orders/cancel-order.ts'
import { HOUR_SECONDS, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { tablesHolding } from '../../support/tables-holding.ts'
import { CARDS, eventually } from '../../support/world.ts'
import { CHECKED, usePaymentSessions } from './use-payment-sessions.ts'

const {
  world,
  shop,
  query,
  decide,
  door,
  wanted,
  open,
  orderOf,
  keptState,
  stateWhen,
  rejected,
  wayBackFrom,
  paid,
  passRefusals,
  isDeclined,
  alertsOf,
} = usePaymentSessions()

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
    await rejected(late.session)
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
      await rejected(session)
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
    await rejected(session)
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
    const [owner] = await storesOfShop(query(), { platform: 'shopify', shop: shop.name })
    if (!owner) throw new Error('no store')
    await cancelOrder(ctx, owner, { orderExternalId: group, by: 'merchant' })
    const { session } = await wanted({ group })
    await rejected(session)
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

describe('a payment session in a currency that the terminal refuses', () => {
  it('the session is rejected immediately with that reason', async () => {
    const { session, payUrl } = await wanted({ currency: 'EUR' })
    expect((await open(payUrl)).status).not.toBe(303)
    await rejected(session)
    expect(session.reason).toBe('INVALID_CURRENCY')
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
