import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayFault } from '../support/gateway-proxy.ts'
import { pass, setSandbox } from '../support/merchant.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { cardOf, connectTestStore, eventually, type Json } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
afterEach(() => proxy.always(undefined))

const APPROVED = '4111111111111111'
const DECLINED_WHEN_SAVED = '4000000000000341'

let orders = 0
const newOrder = () => `S-${++orders}`

const savedCard = async (number = APPROVED): Promise<{ identity: string; method: string }> => {
  const identity = `0801-1990-${String(++orders).padStart(5, '0')}`
  const created = await atGateway('POST', '/v1/payments', {
    amount: 1,
    external_reference: identity,
    name: 'First purchase',
    customer: { identity_number: identity },
  })
  await world.control('/sandbox/pay', {
    payment_id: created.id,
    card: cardOf(number),
    save_card: true,
  })
  const { data } = (await list(identity)).body
  return { identity, method: data[0].id }
}

const list = (identity: string) => world.api('GET', `/v1/saved-cards?identity_number=${identity}`)

const atGateway = async (method: string, path: string, body?: Json): Promise<Json> => {
  const response = await fetch(`${world.sandbox.url}${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.json()
}

const charge = (id: string, method: string, more: Json = {}) =>
  world.api('POST', '/v1/checkouts', {
    order: { id, amount: '80.00', currency: 'HNL' },
    payment_method: method,
    ...more,
  })

const paymentsAtGateway = async (id: string): Promise<Json[]> =>
  (await atGateway('GET', `/v1/payments?external_reference=${id}`)).data

const CHARGE = (method: string) => `POST /v1/payment-methods/${method}/charge`

describe('an order charged to a saved card', () => {
  it('the order is paid immediately, and the store is notified as usual', async () => {
    const { method } = await savedCard()
    const id = newOrder()
    expect(await charge(id, method)).toMatchObject({
      status: 201,
      body: {
        order: { status: 'paid' },
        payment: { mode: 'saved_card', state: 'paid', amount: '80.00', checkout_url: null },
        declined: null,
      },
    })
    await world.shop.waitFor(({ order, type }) => order.id === id && type === 'order.paid')
    expect(await paymentsAtGateway(id)).toMatchObject([{ status: 'paid', amount: 80 }])
  })

  it('the same request again charges nothing', async () => {
    const { method } = await savedCard()
    const id = newOrder()
    await charge(id, method)
    expect((await charge(id, method)).status).toBe(200)
    expect(await paymentsAtGateway(id)).toHaveLength(1)
  })

  it('ten concurrent requests charge once', async () => {
    const { method } = await savedCard()
    const id = newOrder()
    const answers = await Promise.all(Array.from({ length: 10 }, () => charge(id, method)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status } of answers) expect([200, 201, 409]).toContain(status)
    expect(await paymentsAtGateway(id)).toHaveLength(1)
  })

  it('a decline leads to a checkout, and names the code', async () => {
    const { method } = await savedCard(DECLINED_WHEN_SAVED)
    const id = newOrder()
    const answer = await charge(id, method)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        declined: {
          code: '05',
          customer_message: expect.stringContaining('El banco rechazó la tarjeta'),
        },
        payment: { mode: 'hosted', state: 'pending' },
      },
    })
    await world.pay(answer.body.payment.checkout_url)
    await eventually(async () => {
      const { body } = await world.api('GET', `/v1/orders/${id}`)
      return body.order.status === 'paid'
    })
  })

  it('a decline leads to no checkout with on_decline "stop", and has a sentence in the order’s language', async () => {
    const { method } = await savedCard(DECLINED_WHEN_SAVED)
    const answer = await charge(newOrder(), method, { on_decline: 'stop', locale: 'en' })
    expect(answer).toMatchObject({
      status: 402,
      body: {
        code: 'card_declined',
        decline_code: '05',
        customer_message: expect.stringContaining('You were not charged'),
      },
    })
  })

  it('an unknown or revoked card is refused clearly', async () => {
    expect((await charge(newOrder(), 'pm_nobody')).body.code).toBe('no_such_saved_card')
    const { method, identity } = await savedCard()
    expect((await world.api('DELETE', `/v1/saved-cards/${method}`)).status).toBe(200)
    expect((await list(identity)).body).toEqual({ data: [] })
    expect((await world.api('DELETE', `/v1/saved-cards/${method}`)).status).toBe(404)
    expect(await charge(newOrder(), method)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'payment_method' }] },
    })
  })

  it('the store is notified of a saved card, once', async () => {
    const { method } = await savedCard()
    const told = () => world.shop.savedCards.filter(({ id }) => id === method)
    await eventually(async () => told().length === 1)
    expect(told()[0]).toMatchObject({ brand: 'visa', last_four: '1111', is_default: true })
  })

  it('a list of saved cards without a customer is refused', async () => {
    expect((await world.api('GET', '/v1/saved-cards')).status).toBe(422)
  })
})

describe('a charge that the gateway does not answer', () => {
  it.each<[string, GatewayFault]>([
    ['the connection is cut after the work', { kind: 'lost' }],
    ['it answers 500 after the work', { kind: 'error-after', status: 500 }],
  ])('the charge is found, and made once, when %s', async (_, conflict) => {
    const { method } = await savedCard()
    const id = newOrder()
    proxy.next(CHARGE(method), conflict)
    expect(await charge(id, method)).toMatchObject({
      status: 201,
      body: { order: { status: 'paid' } },
    })
    expect(await paymentsAtGateway(id)).toHaveLength(1)
  })

  it('nothing is sent again before the first outcome is known', async () => {
    const { method } = await savedCard()
    const id = newOrder()
    proxy.next(CHARGE(method), { kind: 'cut' })
    expect((await charge(id, method)).status).toBe(502)
    expect(await charge(id, method)).toMatchObject({
      status: 409,
      body: { code: 'charge_unresolved', retry: 'retry' },
    })
    // Not at the hosted checkout either: the customer would pay twice.
    const checkout = await world.api('POST', '/v1/checkouts', {
      order: { id, amount: '80.00', currency: 'HNL' },
    })
    expect(checkout.status).toBe(502)
    // A charge of a cancelled order would be a conflict.
    expect(await world.api('POST', `/v1/orders/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'charge_unresolved', retry: 'retry' },
    })
    await pass(world, 5 * 60)
    expect((await charge(id, method)).body.code).toBe('charge_unresolved')
    await pass(world, 6 * 60)
    expect((await charge(id, method)).status).toBe(201)
    expect(await paymentsAtGateway(id)).toHaveLength(1)
  })

  it('a customer who tries again pays once, though Puente cannot read the listed payment', async () => {
    const { method } = await savedCard()
    const id = newOrder()
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    proxy.next(CHARGE(method), { kind: 'lost' })
    const listed = { id: 9_000_001, external_reference: id, status: 'paid', amount: 'eighty' }
    const body = JSON.stringify({
      data: [listed],
      meta: { current_page: 1, per_page: 15, total: 1, last_page: 1 },
    })
    const headers = { 'content-type': 'application/json' }
    const unreadable: GatewayFault = { kind: 'answer', status: 200, headers, body }
    proxy.next('GET /v1/payments', ...Array.from({ length: 50 }, () => unreadable))
    expect((await charge(id, method)).status).toBe(502)
    await pass(world, 15 * 60)
    expect((await charge(id, method)).body.code).toBe('charge_unresolved')
    proxy.calm()
    expect(await charge(id, method)).toMatchObject({ body: { order: { status: 'paid' } } })
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    expect(await paymentsAtGateway(id)).toHaveLength(1)
  })

  it('a customer who tries again pays once, though the gateway lists the payment minutes later', async () => {
    const { method } = await savedCard()
    const id = newOrder()
    await setSandbox(world, 'profile', { new_payments_in_list: 'after_five_minutes' })
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    proxy.next(CHARGE(method), { kind: 'lost' })
    expect((await charge(id, method)).status).toBe(502)
    await pass(world, 4 * 60)
    expect((await charge(id, method)).body.code).toBe('charge_unresolved')
    await pass(world, 2 * 60)
    expect(await charge(id, method)).toMatchObject({ body: { order: { status: 'paid' } } })
    await setSandbox(world, 'profile', { new_payments_in_list: 'at_once' })
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    expect(await paymentsAtGateway(id)).toHaveLength(1)
  })
})

describe('a gateway that keeps no metadata of a charge', () => {
  beforeAll(() => setSandbox(world, 'profile', { charge_metadata: 'dropped' }))
  afterAll(() => setSandbox(world, 'profile', { charge_metadata: 'returned' }))

  it('a charge is matched by its transaction id, and the order is paid immediately', async () => {
    const { method } = await savedCard()
    const id = newOrder()
    expect(await charge(id, method)).toMatchObject({
      status: 201,
      body: { order: { status: 'paid' }, payment: { state: 'paid' } },
    })
    await world.shop.waitFor(({ order, type }) => order.id === id && type === 'order.paid')
    expect(await paymentsAtGateway(id)).toMatchObject([{ status: 'paid', metadata: [] }])
  })

  it('a charge whose answer was lost is matched by its amount, and the order is paid', async () => {
    const { method } = await savedCard()
    const id = newOrder()
    proxy.next(CHARGE(method), { kind: 'lost' })
    await charge(id, method)
    await pass(world, 2 * 60)
    await world.shop.waitFor(({ order, type }) => order.id === id && type === 'order.paid')
    expect(await charge(id, method)).toMatchObject({ body: { order: { status: 'paid' } } })
    expect(await paymentsAtGateway(id)).toHaveLength(1)
  })
})

describe('a store that charges saved cards by token', () => {
  beforeAll(() => connect({ saved_card_route: 'by-token' }))
  afterAll(() => connect({}))

  const connect = async (policy: Json) => {
    const { apiKey } = world
    await connectTestStore(world.puente, { notifyUrl: world.shop.url, apiKey, policy })
  }

  it('an unknown card is refused as clearly as on the other route', async () => {
    expect(await charge(newOrder(), 'pm_nobody')).toMatchObject({
      status: 422,
      body: { code: 'no_such_saved_card', errors: [{ path: 'payment_method' }] },
    })
    const { method } = await savedCard()
    expect((await charge(newOrder(), method)).status).toBe(201)
  })

  it.each(['rejected_409', 'rejected_422'])(
    'a charge that a proxy sends twice is made once at a gateway where a used key is %s',
    async (idempotency_key_reuse) => {
      await setSandbox(world, 'profile', { idempotency_key_reuse })
      const { method } = await savedCard()
      const id = newOrder()
      proxy.next('POST /v1/payments/token-charge', { kind: 'twice' })
      expect(await charge(id, method)).toMatchObject({ body: { order: { status: 'paid' } } })
      await setSandbox(world, 'profile', { idempotency_key_reuse: 'replay' })
      expect(await paymentsAtGateway(id)).toHaveLength(1)
    },
  )
})

describe('an account without saved cards', () => {
  it('the refusal says that saved cards are off, with one alert', async () => {
    const disabled = JSON.stringify({
      code: 'tokenized_charge_disabled',
      errors: { payment_method_id: ['no'] },
    })
    const answer: GatewayFault = { kind: 'answer', status: 422, body: disabled }
    proxy.next(CHARGE('pm_1'), answer, answer)
    expect((await charge(newOrder(), 'pm_1')).body.code).toBe('saved_cards_disabled')
    await charge(newOrder(), 'pm_1')
    const { data } = (await world.api('GET', '/v1/alerts')).body
    const problems = data.filter(({ kind }: Json) => kind === 'saved_cards_disabled')
    expect(problems).toMatchObject([{ todo: expect.stringContaining('Pida a la pasarela') }])
  })
})
