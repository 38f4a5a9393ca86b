import { afterEach, describe, expect, it } from 'vitest'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import type { GatewayFault } from '../support/gateway-proxy.ts'
import { callGateway, merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { CARDS, cardOf, eventually, type Json } from '../support/world.ts'

const PUBLIC_URL = 'https://pay.puente.test'

const { world, proxy } = useWorldBehindProxy((proxy) => ({
  PUBLIC_URL,
  GATEWAY_EMBED_BASE_URL: `${proxy.url}/embed/v1`,
}))
const merchant = merchantOf(world, { prefix: 'DG' })
afterEach(async () => {
  proxy.calm()
  await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
})

const DECLINED_WHEN_SAVED = '4000000000000341'
const CREATION = 'POST /v1/payments'
const AWAY: GatewayFault = { kind: 'answer', status: 503 }
const SLOW_DOWN: GatewayFault = { kind: 'answer', status: 429, headers: { 'retry-after': '9' } }

let people = 0
const badCard = async (): Promise<string> => {
  const identity = `0801-1991-${String(++people).padStart(5, '0')}`
  const created = await callGateway(world, 'POST', '/v1/payments', {
    amount: 1,
    external_reference: identity,
    name: 'First purchase',
    customer: { identity_number: identity },
  })
  await world.control('/sandbox/pay', {
    payment_id: created.id,
    card: cardOf(DECLINED_WHEN_SAVED),
    save_card: true,
  })
  const path = `/v1/payment-methods?customer[identity_number]=${identity}`
  return (await callGateway(world, 'GET', path)).data[0].id
}

const charges = (method: string) =>
  proxy.seen.filter((request) => request === `POST /v1/payment-methods/${method}/charge`).length

let orders = 0
const newOrder = () => `DGC-${++orders}`
const charge = (id: string, method: string, order: Json = {}, more: Json = {}) =>
  merchant.checkout(id, order, { payment_method: method, ...more })

const declineNotifications = (id: string) =>
  merchant.notifications(id).filter((type) => type === 'order.payment_failed').length

const visit = (payUrl: string) =>
  fetch(payUrl.replace(PUBLIC_URL, world.url), { redirect: 'manual' })

describe('a declined saved card whose checkout the gateway does not create', () => {
  it.each<[string, GatewayFault, string]>([
    ['because it is asked too often', SLOW_DOWN, '9'],
    ['because it is away', AWAY, '5'],
  ])('an order %s gets the decline and a retry for the checkout', async (_, conflict, after) => {
    const method = await badCard()
    const id = newOrder()
    proxy.next(CREATION, conflict)
    const answer = await charge(id, method)
    expect(answer).toMatchObject({
      status: 402,
      body: {
        code: 'card_declined',
        retry: 'retry',
        decline_code: '05',
        customer_message: expect.stringContaining('El banco rechazó la tarjeta'),
        checkout_code: 'gateway_unreachable',
        order: { id, status: 'awaiting_payment' },
        pay_url: expect.stringContaining('/pay/'),
      },
    })
    expect(answer.headers.get('retry-after')).toBe(after)
  })

  it('the same request does not charge the card again, and creates the checkout', async () => {
    const method = await badCard()
    const id = newOrder()
    proxy.next(CREATION, SLOW_DOWN, SLOW_DOWN)
    expect((await charge(id, method)).status).toBe(402)
    expect((await charge(id, method)).status).toBe(402)
    expect(await charge(id, method)).toMatchObject({
      status: 201,
      body: { declined: { code: '05' }, payment: { mode: 'hosted', state: 'pending' } },
    })
    expect(await charge(id, method)).toMatchObject({
      status: 200,
      body: { declined: { code: '05' }, payment: { mode: 'hosted' } },
    })
    expect(charges(method)).toBe(1)
  })

  it('the store is notified of the decline once, though no event arrives', async () => {
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    const method = await badCard()
    const id = newOrder()
    proxy.next(CREATION, AWAY)
    await charge(id, method)
    const told = await world.shop.waitFor(
      ({ order, type }) => order.id === id && type === 'order.payment_failed',
    )
    expect(told.payment).toMatchObject({ state: 'declined', decline: { code: '05' } })
    await charge(id, method)
    await pass(world, 60)
    expect(declineNotifications(id)).toBe(1)
  })

  it('the pay link leads to the checkout once the gateway is back', async () => {
    const method = await badCard()
    const id = newOrder()
    proxy.next(CREATION, AWAY)
    const { pay_url } = (await charge(id, method)).body
    expect((await visit(pay_url)).headers.get('location')).toContain('/checkout')
    expect(charges(method)).toBe(1)
  })

  it('the answer names the field when the gateway permanently refuses the checkout', async () => {
    const method = await badCard()
    proxy.next(CREATION, {
      kind: 'answer',
      status: 422,
      body: '{"errors":{"currency_code":["not enabled"]}}',
    })
    expect(await charge(newOrder(), method)).toMatchObject({
      status: 402,
      body: {
        code: 'card_declined',
        retry: 'permanent',
        decline_code: '05',
        checkout_code: 'refused_by_gateway',
        errors: [{ path: 'order.currency' }],
      },
    })
  })
})

describe('a declined saved card', () => {
  it('a card with on_decline "stop" is declined again without another charge', async () => {
    const method = await badCard()
    const id = newOrder()
    for (let nth = 1; nth <= 3; nth++) {
      expect(await charge(id, method, {}, { on_decline: 'stop' })).toMatchObject({
        status: 402,
        body: { code: 'card_declined', decline_code: '05', retry: 'permanent' },
      })
    }
    expect(charges(method)).toBe(1)
    await eventually(async () => declineNotifications(id) === 1)
  })

  it('a declined card can be charged another amount, and another card the same amount', async () => {
    const method = await badCard()
    const id = newOrder()
    await charge(id, method, {}, { on_decline: 'stop' })
    expect((await charge(id, method, { amount: '50.00' }, { on_decline: 'stop' })).status).toBe(402)
    expect(charges(method)).toBe(2)
    const good = await merchant.savedCard()
    expect(await charge(id, good)).toMatchObject({
      status: 201,
      body: { order: { status: 'paid', amount: '100.00' } },
    })
  })

  it('a declined card is not charged again where a decline closes the payment at the gateway', async () => {
    await setSandbox(world, 'profile', { declined_charge: 'disables_payment' })
    const method = await badCard()
    const id = newOrder()
    await charge(id, method, {}, { on_decline: 'stop' })
    await pass(world, 60)
    await eventually(async () =>
      (await merchant.timeline(id)).some(({ details }) => details.state === 'disabled'),
    )
    const again = await charge(id, method, {}, { on_decline: 'stop' })
    await setSandbox(world, 'profile', { declined_charge: 'status_stays' })
    expect(again).toMatchObject({ status: 402, body: { decline_code: '05' } })
    expect(charges(method)).toBe(1)
  })

  it('a card declined for one order can be charged for another', async () => {
    const method = await badCard()
    await charge(newOrder(), method, {}, { on_decline: 'stop' })
    await charge(newOrder(), method, {}, { on_decline: 'stop' })
    expect(charges(method)).toBe(2)
  })

  it.each<[string, GatewayFault[]]>([
    ['after the answer', []],
    ['before the answer', [{ kind: 'slow', ms: 700 }]],
  ])(
    'the store is notified of a decline once, however often its event arrives %s',
    async (_, gatewayFaults) => {
      const method = await badCard()
      const id = newOrder()
      proxy.next(`POST /v1/payment-methods/${method}/charge`, ...gatewayFaults)
      expect((await charge(id, method)).body.declined.code).toBe('05')
      const payment = (await merchant.atGateway(id)).find(({ transaction_id }) => transaction_id)
      const shown = await paymentAtGateway(world, String(payment.id))
      for (let nth = 1; nth <= 3; nth++) {
        await deliver(world.url, { body: eventOf(shown, 'failed') })
      }
      await pass(world, 10)
      await eventually(async () => declineNotifications(id) === 1)
      const entries = await merchant.timeline(id)
      await eventually(
        async () => entries.filter(({ kind }) => kind === 'payment_declined').length === 1,
      )
      expect(declineNotifications(id)).toBe(1)
    },
  )

  it('ten concurrent requests charge a declined card once', async () => {
    const method = await badCard()
    const id = newOrder()
    const answers = await Promise.all(Array.from({ length: 10 }, () => charge(id, method)))
    for (const { status } of answers) expect([200, 201, 402, 409, 502]).toContain(status)
    expect(charges(method)).toBe(1)
  })
})

describe('a card that is declined on the card page', () => {
  it('the store is notified of the decline once, with the reason, though no event arrives', async () => {
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    const id = newOrder()
    await merchant.checkout(id, {}, { mode: 'card_page' })
    expect((await merchant.confirm(id, await merchant.token(CARDS.declined))).status).toBe(402)
    const told = await world.shop.waitFor(
      ({ order, type }) => order.id === id && type === 'order.payment_failed',
    )
    expect(told.payment).toMatchObject({ state: 'declined', decline: { code: '05' } })
    expect((await merchant.confirm(id, await merchant.token(CARDS.noFunds))).status).toBe(402)
    await eventually(async () => declineNotifications(id) === 2)
  })
})
