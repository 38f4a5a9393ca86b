import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findOrderOfStore } from '../../src/db/orders.ts'
import { findStore } from '../../src/db/stores.ts'
import { moneyFromMinor } from '../../src/domain/money.ts'
import { intendPayment } from '../../src/payments/attempts/intend-payment.ts'
import { creationOf } from '../../src/payments/attempts/kept-request.ts'
import { holdOrder, writeHeld } from '../../src/payments/orders/held-order.ts'
import type { CheckoutRequest } from '../../src/payments/ports/checkout-request.ts'
import { addMs } from '../../src/runtime/clock.ts'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { type Conflict, type GatewayProxy, startGatewayProxy } from '../support/gateway-proxy.ts'
import {
  callGateway,
  delayEvent,
  type Merchant,
  merchantOf,
  pass,
  setSandbox,
} from '../support/merchant.ts'
import {
  connectTestStore,
  eventually,
  type Json,
  startWorld,
  TEST_STORE,
  type World,
} from '../support/world.ts'

const PUBLIC_URL = 'https://pay.puente.test'

let proxy: GatewayProxy
let world: World
let merchant: Merchant
beforeAll(async () => {
  proxy = await startGatewayProxy()
  world = await startWorld({
    PUBLIC_URL,
    GATEWAY_BASE_URL: `${proxy.url}/v1`,
    GATEWAY_TIMEOUT_MS: '1000',
  })
  proxy.forwardTo(world.sandbox.url)
  merchant = merchantOf(world, { prefix: 'RC' })
})
afterEach(async () => {
  proxy.calm()
  await setSandbox(world, 'profile', { currencies: ['340', '840'], sandbox_terminal: true })
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})

const CREATION = 'POST /v1/payments'
const SEARCH = 'GET /v1/payments'
const creations = () => proxy.seen.filter((request) => request === CREATION).length
const DOLLARS = { amount: '5.00', currency: 'USD' }

const visit = (payUrl: string) =>
  fetch(payUrl.replace(PUBLIC_URL, world.url), { redirect: 'manual' })
const leadsTo = async (payUrl: string) => (await visit(payUrl)).headers.get('location')

/** All that a shop can read of an order. */
const asItWas = async (id: string) => {
  const { order, payment, payments, pay_url } = await merchant.read(id)
  return { order, payment, payments, pay_url }
}

const approve = async (gatewayId: string) => {
  const payment = await paymentAtGateway(world, gatewayId)
  await deliver(world.url, { body: eventOf(payment, 'approved') })
}

/** An answer of the gateway that is held until it is wanted. */
const heldAnswer = (conflict: { status: number; body?: string }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held: Conflict = { kind: 'answer', ...conflict, after: () => promise }
  return { held, answer: () => resolve() }
}

describe('a checkout that the gateway refuses', () => {
  const refusals: [
    string,
    () => Promise<Json>,
    (id: string) => ReturnType<Merchant['checkout']>,
  ][] = [
    [
      'in another currency',
      () => setSandbox(world, 'profile', { currencies: ['340'] }),
      (id) => merchant.checkout(id, DOLLARS),
    ],
    [
      'by a terminal that is not there',
      () => setSandbox(world, 'profile', { sandbox_terminal: false }),
      (id) => merchant.checkout(id, { amount: '250.00' }),
    ],
    [
      'with another amount, for its key',
      async () => proxy.next(CREATION, { kind: 'answer', status: 401, body: '{}' }),
      (id) => merchant.checkout(id, { amount: '250.00' }),
    ],
    [
      'with another amount, for its address',
      async () => proxy.next(CREATION, { kind: 'answer', status: 404, body: '<h1>' }),
      (id) => merchant.checkout(id, { amount: '250.00' }),
    ],
  ]
  it.each(refusals)(
    '%s leaves the order and its working pay link as they were',
    async (_, conflict, change) => {
      const { id, payUrl, checkoutUrl, gatewayId } = await merchant.open()
      const before = await asItWas(id)
      await conflict()
      expect((await change(id)).status).toBeGreaterThan(400)
      expect(await asItWas(id)).toEqual(before)
      expect(await leadsTo(payUrl)).toBe(checkoutUrl)
      await approve(gatewayId)
      const paid = await merchant.readWhen(id, ({ order }) => order.status !== 'awaiting_payment')
      expect(paid.order).toMatchObject({ status: 'paid', conflict: null, amount: '100.00' })
    },
  )

  it('changes nothing that the shop says of the order besides its amount', async () => {
    const { id, payUrl, checkoutUrl } = await merchant.open({ metadata: { table: 4 } })
    const before = await asItWas(id)
    await setSandbox(world, 'profile', { currencies: ['340'] })
    const other = { ...DOLLARS, number: '77', metadata: { table: 9 }, description: 'Other' }
    expect((await merchant.checkout(id, other, { success_url: 'https://x.example/' })).status).toBe(
      422,
    )
    expect(await asItWas(id)).toEqual(before)
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
  })

  it('and is asked for once more when it is accepted changes the order then', async () => {
    const { id, payUrl } = await merchant.open()
    await setSandbox(world, 'profile', { currencies: ['340'] })
    expect((await merchant.checkout(id, DOLLARS)).status).toBe(422)
    await setSandbox(world, 'profile', { currencies: ['340', '840'] })
    const accepted = await merchant.checkout(id, DOLLARS)
    expect(accepted).toMatchObject({ status: 201, body: { order: DOLLARS, payment: DOLLARS } })
    expect(await leadsTo(payUrl)).toBe(accepted.body.payment.checkout_url)
  })

  it('of an order whose link has expired leaves it expired', async () => {
    const { id } = await merchant.open({}, { expires_in_minutes: 10 })
    await pass(world, 20 * 60)
    await merchant.readWhen(id, ({ order }) => order.status === 'payment_expired')
    await setSandbox(world, 'profile', { currencies: ['840'] })
    expect((await merchant.checkout(id)).status).toBe(422)
    expect((await merchant.read(id)).order.status).toBe('payment_expired')
  })

  it('leaves an order on its card page there', async () => {
    const { body } = await merchant.checkout('RC-card', {}, { mode: 'card_page' })
    const before = await asItWas('RC-card')
    await setSandbox(world, 'profile', { currencies: ['340'] })
    expect((await merchant.checkout('RC-card', DOLLARS, { mode: 'hosted' })).status).toBe(422)
    expect(await asItWas('RC-card')).toEqual(before)
    expect(await leadsTo(body.pay_url)).toContain('/card')
  })
})

describe('while another amount is being asked for', () => {
  it('a customer who opens the link meanwhile gets to the checkout that works', async () => {
    const { id, payUrl, checkoutUrl } = await merchant.open()
    const { held, answer } = heldAnswer({ status: 422, body: '{"errors":{"amount":["no"]}}' })
    proxy.next(CREATION, held)
    const before = creations()
    const refused = merchant.checkout(id, { amount: '250.00' })
    await eventually(async () => creations() > before)
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
    expect((await merchant.read(id)).order.amount).toBe('100.00')
    answer()
    expect((await refused).status).toBe(422)
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
  })

  it('who pays the old amount has simply paid, and the new payment is not handed out', async () => {
    const { id, gatewayId } = await merchant.open()
    proxy.next(CREATION, { kind: 'slow', ms: 600 })
    const before = creations()
    const changing = merchant.checkout(id, { amount: '250.00' })
    await eventually(async () => creations() > before)
    await approve(gatewayId)
    expect(await changing).toMatchObject({ status: 409, body: { code: 'order_already_paid' } })
    expect((await merchant.read(id)).order).toMatchObject({
      status: 'paid',
      amount: '100.00',
      conflict: null,
    })
  })
})

describe('when it is not known whether another amount was accepted', () => {
  const lost = async (id: string) => {
    proxy.next(CREATION, { kind: 'lost' })
    proxy.next(SEARCH, { kind: 'answer', status: 503 })
    expect((await merchant.checkout(id, { amount: '250.00' })).status).toBe(502)
  }

  it('and it was, the order takes it over as soon as that is found', async () => {
    const { id, payUrl, checkoutUrl } = await merchant.open()
    await lost(id)
    expect((await merchant.read(id)).order.amount).toBe('100.00')
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
    await pass(world, 150)
    const changed = await merchant.readWhen(id, ({ order }) => order.amount === '250.00')
    expect(changed.payment).toMatchObject({ amount: '250.00', state: 'pending' })
    expect(await leadsTo(payUrl)).toBe(changed.payment.checkout_url)
  })

  it('and it was, a payment of it pays the order', async () => {
    const { id } = await merchant.open()
    await lost(id)
    const made = (await merchant.atGateway(id)).at(-1)
    await world.pay(made.checkout_url)
    const { order } = await merchant.readWhen(id, (now) => now.order.status !== 'awaiting_payment')
    expect(order).toMatchObject({ status: 'paid', amount: '250.00', conflict: null })
  })

  it('and it was not, nothing changes', async () => {
    const { id, payUrl, checkoutUrl } = await merchant.open()
    proxy.next(CREATION, { kind: 'answer', status: 503 })
    const before = await asItWas(id)
    expect((await merchant.checkout(id, { amount: '250.00' })).status).toBe(502)
    await pass(world, 150)
    await eventually(async () =>
      (await merchant.timeline(id)).some(({ kind }) => kind === 'payment_abandoned'),
    )
    expect(await asItWas(id)).toEqual(before)
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
  })

  it('a payment of the old amount is no conflict, whenever the new one is found', async () => {
    const { id, gatewayId } = await merchant.open()
    await lost(id)
    await approve(gatewayId)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await pass(world, 150)
    await eventually(async () => (await merchant.read(id)).payments.length === 2)
    expect((await merchant.read(id)).order).toMatchObject({
      status: 'paid',
      amount: '100.00',
      conflict: null,
    })
  })

  it('and the old amount is asked for again, the order stays with that', async () => {
    const { id, payUrl, checkoutUrl } = await merchant.open()
    await lost(id)
    expect((await merchant.checkout(id)).status).toBe(200)
    await pass(world, 150)
    await eventually(async () => (await merchant.read(id)).payments.length === 2)
    expect((await merchant.read(id)).order.amount).toBe('100.00')
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
  })

  it('and a card page is asked for meanwhile, the order stays with that', async () => {
    const { id, payUrl } = await merchant.open()
    await lost(id)
    expect((await merchant.checkout(id, {}, { mode: 'card_page' })).status).toBe(201)
    await pass(world, 150)
    await eventually(async () => (await merchant.read(id)).payments.length === 2)
    expect((await merchant.read(id)).order.amount).toBe('100.00')
    expect(await leadsTo(payUrl)).toContain('/card')
  })

  it('the same request goes on with the same payment', async () => {
    const { id } = await merchant.open()
    await lost(id)
    expect(await merchant.checkout(id, { amount: '250.00' })).toMatchObject({
      status: 201,
      body: { order: { amount: '250.00' }, payment: { attempt: 2, amount: '250.00' } },
    })
    expect(await merchant.atGateway(id)).toHaveLength(2)
  })
})

describe('two amounts that are asked for at once', () => {
  it('the order has the later one, whichever the gateway answers first', async () => {
    const { id, payUrl } = await merchant.open()
    proxy.next(CREATION, { kind: 'slow', ms: 600 })
    const before = creations()
    const earlier = merchant.checkout(id, { amount: '200.00' })
    await eventually(async () => creations() > before)
    const later = await merchant.checkout(id, { amount: '300.00' })
    expect(later).toMatchObject({ status: 201, body: { order: { amount: '300.00' } } })
    expect((await earlier).body.payment.amount).toBe('200.00')
    const { order, payment } = await merchant.read(id)
    expect([order.amount, payment.amount]).toEqual(['300.00', '300.00'])
    expect(await leadsTo(payUrl)).toBe(later.body.payment.checkout_url)
  })

  it('the order has the earlier one where the later one is refused', async () => {
    const { id } = await merchant.open()
    proxy.next(
      CREATION,
      { kind: 'slow', ms: 600 },
      { kind: 'answer', status: 422, body: '{"errors":{"amount":["no"]}}' },
    )
    const before = creations()
    const earlier = merchant.checkout(id, { amount: '200.00' })
    await eventually(async () => creations() > before)
    expect((await merchant.checkout(id, { amount: '300.00' })).status).toBe(422)
    expect((await earlier).status).toBe(201)
    expect((await merchant.read(id)).order.amount).toBe('200.00')
  })
})

describe('a saved card that is charged another amount', () => {
  const charge = (id: string, method: string, order: Json, more: Json = {}) =>
    merchant.checkout(id, order, { payment_method: method, on_decline: 'stop', ...more })

  it.each<[string, Conflict, number]>([
    [
      'and declined',
      {
        kind: 'answer',
        status: 422,
        body: '{"IsoResponseCode":"05","Errors":[{"Code":"05","Message":"no"}]}',
      },
      402,
    ],
    [
      'and refused',
      { kind: 'answer', status: 422, body: '{"errors":{"currency_code":["no"]}}' },
      422,
    ],
  ])('%s changes nothing of the order', async (_, conflict, status) => {
    const { id, payUrl, checkoutUrl } = await merchant.open()
    const method = await merchant.savedCard()
    const { order, payment } = await asItWas(id)
    proxy.next(`POST /v1/payment-methods/${method}/charge`, conflict)
    expect((await charge(id, method, { amount: '250.00', number: '9' })).status).toBe(status)
    expect(await merchant.read(id)).toMatchObject({ order, payment })
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
  })

  it('and refused in the amount of the order leaves its checkout the one that counts', async () => {
    const { id, payUrl, checkoutUrl } = await merchant.open()
    const method = await merchant.savedCard()
    const before = await asItWas(id)
    proxy.next(`POST /v1/payment-methods/${method}/charge`, {
      kind: 'answer',
      status: 422,
      body: '{"errors":{"currency_code":["no"]}}',
    })
    expect((await charge(id, method, {})).status).toBe(422)
    expect(await asItWas(id)).toEqual(before)
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
  })

  it('and approved pays the order with that amount', async () => {
    const { id } = await merchant.open()
    const method = await merchant.savedCard()
    expect(await charge(id, method, { amount: '250.00' })).toMatchObject({
      status: 201,
      body: { order: { status: 'paid', amount: '250.00', conflict: null } },
    })
  })

  it('is found later, whose answer was lost: the order is paid with that amount', async () => {
    const { id } = await merchant.open()
    const method = await merchant.savedCard()
    proxy.next(`POST /v1/payment-methods/${method}/charge`, { kind: 'lost' })
    proxy.next(SEARCH, { kind: 'answer', status: 503 })
    await delayEvent(world)
    expect((await charge(id, method, { amount: '250.00' })).status).toBe(502)
    const { order } = await merchant.readWhen(id, (now) => now.order.status === 'paid')
    expect(order).toMatchObject({ amount: '250.00', conflict: null })
  })
})

describe('a card page that cannot be opened', () => {
  it('leaves the order as it was while an earlier charge is not known', async () => {
    const { id } = await merchant.open()
    const method = await merchant.savedCard()
    proxy.next(`POST /v1/payment-methods/${method}/charge`, { kind: 'hang' })
    expect((await merchant.checkout(id, {}, { payment_method: method })).status).toBe(502)
    const { order } = await merchant.read(id)
    expect((await merchant.checkout(id, { amount: '7.00' }, { mode: 'card_page' })).status).toBe(
      502,
    )
    expect((await merchant.read(id)).order).toEqual(order)
  })
})

describe('Puente dies while another amount is being asked for', () => {
  /** The intent is written, and the process that wrote it is gone. */
  const die = async (id: string, heard: boolean) => {
    const { ctx } = world.puente
    const known = await findOrderOfStore(ctx.db.query, TEST_STORE, id)
    const store = await findStore(ctx.db.query, TEST_STORE)
    if (!known || !store) throw new Error('There is no such order')
    const payment = await ctx.db.query.transaction().execute(async (trx) => {
      const held = await holdOrder(trx, ctx, known.id)
      const claim = { claimed_by: 999_999, claimed_until: addMs(held.now, 8_000) }
      const intended = intendPayment(held, ctx, { store, request, claim })
      await writeHeld(trx, held)
      return intended
    })
    if (heard) await callGateway(world, 'POST', '/v1/payments', creationOf(payment))
  }

  const request: CheckoutRequest = {
    externalId: '',
    number: null,
    amount: moneyFromMinor(25_000n, 'HNL'),
    description: null,
    customer: {},
    metadata: {},
    locale: 'es',
    mode: 'hosted',
    successUrl: null,
    cancelUrl: null,
    expiresInMinutes: null,
  }

  it('the link works on, and what the gateway never heard changes nothing', async () => {
    const { id, payUrl, checkoutUrl } = await merchant.open()
    const before = await asItWas(id)
    await die(id, false)
    expect(await asItWas(id)).toEqual(before)
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
    await pass(world, 150)
    await eventually(async () =>
      (await merchant.timeline(id)).some(({ kind }) => kind === 'payment_abandoned'),
    )
    expect(await asItWas(id)).toEqual(before)
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
  })

  it('what the gateway has made is found, and the order takes it over', async () => {
    const { id, payUrl } = await merchant.open()
    await die(id, true)
    expect((await merchant.read(id)).order.amount).toBe('100.00')
    await pass(world, 150)
    const { payment } = await merchant.readWhen(id, ({ order }) => order.amount === '250.00')
    expect(await leadsTo(payUrl)).toBe(payment.checkout_url)
  })
})

describe('an older checkout that ends while a new one is asked for', () => {
  it('ends the order of a store that cancels what has expired, once that is refused', async () => {
    const apiKey = await connectTestStore(world.puente, {
      id: 'strict',
      notifyUrl: null,
      policy: { on_expiry: 'cancel' },
    })
    const strict = merchantOf(world, { apiKey, prefix: 'RCS' })
    const { id, gatewayId } = await strict.open({}, { expires_in_minutes: 30 })
    const { held, answer } = heldAnswer({ status: 422, body: '{"errors":{"amount":["no"]}}' })
    proxy.next(CREATION, held)
    const before = creations()
    const refused = strict.checkout(id, { amount: '250.00' })
    await eventually(async () => creations() > before)
    const expired = eventOf(await paymentAtGateway(world, gatewayId), 'expired')
    expect((await deliver(world.url, { body: expired, store: 'strict' })).status).toBe(200)
    await strict.readWhen(id, ({ order }) => order.status === 'payment_expired')
    answer()
    expect((await refused).status).toBe(422)
    await strict.readWhen(id, ({ order }) => order.status === 'cancelled')
  })
})
