import { afterEach, describe, expect, it } from 'vitest'
import { findOrderOfStore } from '../../src/db/orders/orders.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { moneyFromMinor } from '../../src/domain/money.ts'
import { intendPayment } from '../../src/payments/attempts/intend-payment.ts'
import { creationOf } from '../../src/payments/attempts/kept-request.ts'
import { holdOrder, writeHeld } from '../../src/payments/orders/held-order.ts'
import type { CheckoutRequest } from '../../src/payments/ports/checkout-request.ts'
import { addMs } from '../../src/runtime/clock.ts'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import type { GatewayFault } from '../support/gateway-proxy.ts'
import {
  callGateway,
  delayEvent,
  type Merchant,
  merchantOf,
  pass,
  setSandbox,
} from '../support/merchant.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../support/world.ts'

const PUBLIC_URL = 'https://pay.puente.test'

const { world, proxy } = useWorldBehindProxy({ PUBLIC_URL })
const merchant = merchantOf(world, { prefix: 'RC' })
afterEach(async () => {
  proxy.calm()
  await setSandbox(world, 'profile', { currencies: ['340', '840'], sandbox_terminal: true })
})

const CREATION = 'POST /v1/payments'
const SEARCH = 'GET /v1/payments'
const creations = () => proxy.seen.filter((request) => request === CREATION).length
const DOLLARS = { amount: '5.00', currency: 'USD' }

const visit = (payUrl: string) =>
  fetch(payUrl.replace(PUBLIC_URL, world.url), { redirect: 'manual' })
const leadsTo = async (payUrl: string) => (await visit(payUrl)).headers.get('location')

const asItWas = async (id: string) => {
  const { order, payment, payments, pay_url } = await merchant.read(id)
  return { order, payment, payments, pay_url }
}

const approve = async (gatewayId: string) => {
  const payment = await paymentAtGateway(world, gatewayId)
  await deliver(world.url, { body: eventOf(payment, 'approved') })
}

const heldAnswer = (conflict: { status: number; body?: string }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held: GatewayFault = { kind: 'answer', ...conflict, after: () => promise }
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
    'a refused checkout %s leaves the order and its working pay link as they were',
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

  it('a refused checkout changes none of the order’s other fields either', async () => {
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

  it('a repeated checkout that the gateway accepts changes the order', async () => {
    const { id, payUrl } = await merchant.open()
    await setSandbox(world, 'profile', { currencies: ['340'] })
    expect((await merchant.checkout(id, DOLLARS)).status).toBe(422)
    await setSandbox(world, 'profile', { currencies: ['340', '840'] })
    const accepted = await merchant.checkout(id, DOLLARS)
    expect(accepted).toMatchObject({ status: 201, body: { order: DOLLARS, payment: DOLLARS } })
    expect(await leadsTo(payUrl)).toBe(accepted.body.payment.checkout_url)
  })

  it('a refused checkout of an expired order leaves it expired', async () => {
    const { id } = await merchant.open({}, { expires_in_minutes: 10 })
    await pass(world, 20 * 60)
    await merchant.readWhen(id, ({ order }) => order.status === 'payment_expired')
    await setSandbox(world, 'profile', { currencies: ['840'] })
    expect((await merchant.checkout(id)).status).toBe(422)
    expect((await merchant.read(id)).order.status).toBe('payment_expired')
  })

  it('a refused checkout leaves an order on its card page there', async () => {
    const { body } = await merchant.checkout('RC-card', {}, { mode: 'card_page' })
    const before = await asItWas('RC-card')
    await setSandbox(world, 'profile', { currencies: ['340'] })
    expect((await merchant.checkout('RC-card', DOLLARS, { mode: 'hosted' })).status).toBe(422)
    expect(await asItWas('RC-card')).toEqual(before)
    expect(await leadsTo(body.pay_url)).toContain('/card')
  })
})

describe('a change of the amount in flight', () => {
  it('a customer who opens the link meanwhile gets the working checkout', async () => {
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

  it('a customer who pays the old amount during the change has paid, and the new payment is not returned', async () => {
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

describe('a change of the amount with an unknown outcome', () => {
  const lost = async (id: string) => {
    proxy.next(CREATION, { kind: 'lost' })
    proxy.next(SEARCH, { kind: 'answer', status: 503 })
    expect((await merchant.checkout(id, { amount: '250.00' })).status).toBe(502)
  }

  it('the order adopts the new amount as soon as its payment is found', async () => {
    const { id, payUrl, checkoutUrl } = await merchant.open()
    await lost(id)
    expect((await merchant.read(id)).order.amount).toBe('100.00')
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
    await pass(world, 150)
    const changed = await merchant.readWhen(id, ({ order }) => order.amount === '250.00')
    expect(changed.payment).toMatchObject({ amount: '250.00', state: 'pending' })
    expect(await leadsTo(payUrl)).toBe(changed.payment.checkout_url)
  })

  it('a customer who pays the new amount pays the order', async () => {
    const { id } = await merchant.open()
    await lost(id)
    const made = (await merchant.atGateway(id)).at(-1)
    await world.pay(made.checkout_url)
    const { order } = await merchant.readWhen(id, (now) => now.order.status !== 'awaiting_payment')
    expect(order).toMatchObject({ status: 'paid', amount: '250.00', conflict: null })
  })

  it('nothing changes when the gateway never made the new payment', async () => {
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

  it('the order keeps the old amount when the store asks for it again', async () => {
    const { id, payUrl, checkoutUrl } = await merchant.open()
    await lost(id)
    expect((await merchant.checkout(id)).status).toBe(200)
    await pass(world, 150)
    await eventually(async () => (await merchant.read(id)).payments.length === 2)
    expect((await merchant.read(id)).order.amount).toBe('100.00')
    expect(await leadsTo(payUrl)).toBe(checkoutUrl)
  })

  it('the order keeps the card page when the store asks for it during the change', async () => {
    const { id, payUrl } = await merchant.open()
    await lost(id)
    expect((await merchant.checkout(id, {}, { mode: 'card_page' })).status).toBe(201)
    await pass(world, 150)
    await eventually(async () => (await merchant.read(id)).payments.length === 2)
    expect((await merchant.read(id)).order.amount).toBe('100.00')
    expect(await leadsTo(payUrl)).toContain('/card')
  })

  it('the same request gets the same payment', async () => {
    const { id } = await merchant.open()
    await lost(id)
    expect(await merchant.checkout(id, { amount: '250.00' })).toMatchObject({
      status: 201,
      body: { order: { amount: '250.00' }, payment: { attempt: 2, amount: '250.00' } },
    })
    expect(await merchant.atGateway(id)).toHaveLength(2)
  })
})

describe('two concurrent changes of the amount', () => {
  it('the order has the later amount, whichever the gateway answers first', async () => {
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

  it('the order has the earlier amount when the later one is refused', async () => {
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

  it.each<[string, GatewayFault, number]>([
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
  ])(
    'a saved-card charge of another amount %s does not change the order',
    async (_, conflict, status) => {
      const { id, payUrl, checkoutUrl } = await merchant.open()
      const method = await merchant.savedCard()
      const { order, payment } = await asItWas(id)
      proxy.next(`POST /v1/payment-methods/${method}/charge`, conflict)
      expect((await charge(id, method, { amount: '250.00', number: '9' })).status).toBe(status)
      expect(await merchant.read(id)).toMatchObject({ order, payment })
      expect(await leadsTo(payUrl)).toBe(checkoutUrl)
    },
  )

  it('a refused charge of the order’s own amount leaves its checkout effective', async () => {
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

  it('an approved charge of another amount pays the order with it', async () => {
    const { id } = await merchant.open()
    const method = await merchant.savedCard()
    expect(await charge(id, method, { amount: '250.00' })).toMatchObject({
      status: 201,
      body: { order: { status: 'paid', amount: '250.00', conflict: null } },
    })
  })

  it('a charge whose answer was lost is found later, and pays the order with its amount', async () => {
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
  it('the order stays as it was while an earlier charge is unresolved', async () => {
    const { id } = await merchant.open()
    const method = await merchant.savedCard()
    proxy.next(`POST /v1/payment-methods/${method}/charge`, { kind: 'cut' })
    expect((await merchant.checkout(id, {}, { payment_method: method })).status).toBe(502)
    const { order } = await merchant.read(id)
    expect((await merchant.checkout(id, { amount: '7.00' }, { mode: 'card_page' })).status).toBe(
      502,
    )
    expect((await merchant.read(id)).order).toEqual(order)
  })
})

describe('a process that dies during a change of the amount', () => {
  /** Simulates a crash after the intent's commit. */
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

  it('the link still works, and a payment that the gateway never made changes nothing', async () => {
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

  it('a payment that the gateway made is found, and the order adopts it', async () => {
    const { id, payUrl } = await merchant.open()
    await die(id, true)
    expect((await merchant.read(id)).order.amount).toBe('100.00')
    await pass(world, 150)
    const { payment } = await merchant.readWhen(id, ({ order }) => order.amount === '250.00')
    expect(await leadsTo(payUrl)).toBe(payment.checkout_url)
  })
})

describe('an older checkout that expires while a new one is in flight', () => {
  it('the refusal of the new checkout cancels the order of a store with on_expiry "cancel"', async () => {
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
