import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { startPuente } from '../../src/puente.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import type { GatewayFault } from '../support/gateway-proxy.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { eventually, type World } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
afterEach(() => {
  proxy.calm()
  proxy.onPass(undefined)
})

const CREATION = 'POST /v1/payments'
const creations = () => proxy.seen.filter((request) => request === CREATION).length
let orders = 0
const newOrder = () => `T-${++orders}`
const checkout = (id: string, amount = '125.50', at: World = world) =>
  at.api('POST', '/v1/checkouts', { order: { id, amount, currency: 'HNL' } })
const read = async (id: string, at: World = world) => (await at.api('GET', `/v1/orders/${id}`)).body
const timeline = async (id: string): Promise<string[]> =>
  (await world.api('GET', `/v1/orders/${id}/timeline`)).body.data.map(
    ({ kind }: { kind: string }) => kind,
  )

interface Listed {
  id: number
  status: string
}

const atGateway = async (id: string, at: World = world): Promise<Listed[]> => {
  const response = await fetch(`${at.sandbox.url}/v1/payments?external_reference=${id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  return ((await response.json()) as { data: Listed[] }).data
}

const moveClock = (body: unknown) =>
  fetch(`${world.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const expectNothingHalfMade = async (id: string, at: World = world) => {
  const failed = await checkout(id, undefined, at)
  expect(failed.status).toBe(502)
  expect(failed.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(failed.headers.get('content-type')).toContain('application/problem+json')
  expect(failed.body).toMatchObject({ code: 'gateway_unreachable', retry: 'retry', status: 502 })
  const { pay_url: payUrl, ...kept } = await read(id, at)
  expect(kept).toMatchObject({ order: { status: 'awaiting_payment' }, payment: null })
  expect((await fetch(payUrl, { redirect: 'manual' })).status).toBe(503)
}
const expectOnePayment = async (id: string, at: World = world) => {
  const again = await checkout(id, undefined, at)
  expect([again.status, again.body.payment?.attempt]).toEqual([201, 1])
  expect(await atGateway(id, at)).toHaveLength(1)
  expect((await checkout(id, undefined, at)).status).toBe(200)
}
const expectPaymentFound = async (id: string, at: World = world) => {
  const found = await checkout(id, undefined, at)
  expect(found.status).toBe(201)
  const [only, ...more] = await atGateway(id, at)
  expect(found.body.payment.gateway_payment_id).toBe(String(only?.id))
  expect(more).toEqual([])
}

describe('a gateway that does not answer', () => {
  it.each<[string, GatewayFault]>([
    ['it is down for maintenance', { kind: 'answer', status: 503, body: '<html>' }],
    ['it fails before the work', { kind: 'answer', status: 500, body: '{}' }],
    ['a page comes instead', { kind: 'answer', status: 200, body: '<!doctype html>' }],
    ['garbage comes instead', { kind: 'answer', status: 201, body: '{"id":' }],
    ['the connection is cut', { kind: 'cut' }],
    ['it asks to slow down', { kind: 'answer', status: 429, headers: { 'retry-after': '9' } }],
  ])(
    '%s: the store gets 502, and the same request later makes one payment',
    async (_, conflict) => {
      const id = newOrder()
      proxy.always(conflict)
      await expectNothingHalfMade(id)
      proxy.always(undefined)
      await expectOnePayment(id)
    },
  )

  it('a refused connection is handled the same way', async () => {
    const id = newOrder()
    await proxy.refuse()
    await expectNothingHalfMade(id).finally(() => proxy.accept())
    await expectOnePayment(id)
  })

  it("the store gets the gateway's Retry-After", async () => {
    proxy.next(CREATION, { kind: 'answer', status: 429, headers: { 'retry-after': '9' } })
    expect((await checkout(newOrder())).headers.get('retry-after')).toBe('9')
  })
})

describe('a gateway that takes longer than the timeout', () => {
  const TIMEOUT_MS = 2_000
  const impatient = useWorldBehindProxy({ GATEWAY_TIMEOUT_MS: String(TIMEOUT_MS) })
  afterEach(() => impatient.proxy.calm())

  it('nothing comes back in time: the store gets 502, and the same request later makes one payment', async () => {
    const id = newOrder()
    impatient.proxy.always({ kind: 'hang' })
    await expectNothingHalfMade(id, impatient.world)
    impatient.proxy.calm()
    await expectOnePayment(id, impatient.world)
  })

  it('a response too late: the customer gets the one payment immediately', async () => {
    const id = newOrder()
    impatient.proxy.next(CREATION, { kind: 'slow', ms: TIMEOUT_MS + 300 })
    await expectPaymentFound(id, impatient.world)
  })
})

describe('a payment creation with a lost response', () => {
  it.each<[string, GatewayFault]>([
    ['cut off', { kind: 'lost' }],
    ['turned into a 500', { kind: 'error-after', status: 500 }],
    ['turned into a 504', { kind: 'error-after', status: 504 }],
  ])('a response %s: the customer gets the one payment immediately', async (_, conflict) => {
    const id = newOrder()
    proxy.next(CREATION, conflict)
    await expectPaymentFound(id)
  })

  it('the next request finds the one payment when the search fails as well', async () => {
    const id = newOrder()
    proxy.next(CREATION, { kind: 'lost' })
    proxy.next('GET /v1/payments', { kind: 'answer', status: 503 })
    expect((await checkout(id)).status).toBe(502)
    const found = await checkout(id)
    const [only, ...more] = await atGateway(id)
    expect(found.body.payment.gateway_payment_id).toBe(String(only?.id))
    expect(more).toEqual([])
    expect(await timeline(id)).toContain('payment_creation_unknown')
  })

  it('a payment is not made twice when the search is refused for the store’s key', async () => {
    const id = newOrder()
    proxy.next(CREATION, { kind: 'lost' })
    proxy.next('GET /v1/payments', { kind: 'answer', status: 503 })
    expect((await checkout(id)).status).toBe(502)
    proxy.next('GET /v1/payments', { kind: 'answer', status: 401, body: '{}' })
    expect((await checkout(id)).body.code).toBe('gateway_key_refused')
    expect((await checkout(id)).body.payment.attempt).toBe(1)
    expect(await atGateway(id)).toHaveLength(1)
  })

  it('Puente finds the payment without another request when the customer leaves', async () => {
    const id = newOrder()
    proxy.next(CREATION, { kind: 'lost' })
    proxy.next('GET /v1/payments', { kind: 'answer', status: 503 })
    expect((await checkout(id)).status).toBe(502)
    await moveClock({ advance_seconds: 150 })
    const found = await eventually(async () => (await read(id)).payment)
    expect(found).toMatchObject({ state: 'pending', attempt: 1 })
    expect((await checkout(id)).status).toBe(200)
  })
})

describe('a gateway that refuses', () => {
  it('a refused secret key needs an operator, and the corrected key makes one payment', async () => {
    const id = newOrder()
    proxy.next(CREATION, { kind: 'answer', status: 401, body: '{"message":"Unauthenticated."}' })
    const refused = await checkout(id)
    expect([refused.status, refused.body.code, refused.body.retry]).toEqual([
      502,
      'gateway_key_refused',
      'ask-a-person',
    ])
    expect((await read(id)).payment).toBeNull()
    expect((await checkout(id)).status).toBe(201)
    expect(await atGateway(id)).toHaveLength(1)
  })

  it('a wrong gateway address is reported as such', async () => {
    proxy.next(CREATION, { kind: 'answer', status: 404, body: '<h1>Not Found</h1>' })
    const refused = await checkout(newOrder())
    expect([refused.status, refused.body.code]).toEqual([502, 'gateway_address_wrong'])
  })

  it('a payment that the gateway created is kept when the gateway refuses its reused key', async () => {
    const id = newOrder()
    proxy.next(CREATION, { kind: 'lost' })
    proxy.next('GET /v1/payments', { kind: 'answer', status: 503 })
    expect((await checkout(id)).status).toBe(502)
    const [made] = await atGateway(id)
    // Race: the search misses the payment, the gateway rejects the reused key, and the webhook
    // arrives in between.
    const meta = { current_page: 1, per_page: 20, total: 0, last_page: 1 }
    const nothing = JSON.stringify({ data: [], meta })
    proxy.next('GET /v1/payments', { kind: 'answer', status: 200, body: nothing })
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    proxy.next(CREATION, {
      kind: 'answer',
      status: 422,
      body: '{"message":"key"}',
      after: () => held,
    })
    const payment = await paymentAtGateway(world, String(made?.id))
    const before = creations()
    const refused = checkout(id)
    await eventually(async () => creations() > before)
    expect((await deliver(world.url, { body: eventOf(payment, 'approved') })).status).toBe(200)
    await eventually(async () => (await read(id)).order.status === 'paid')
    answer()
    expect((await refused).status).toBe(201)
    expect(await read(id)).toMatchObject({ order: { status: 'paid' }, payment: { state: 'paid' } })
  })
})

describe('a gateway that refuses a repeated creation', () => {
  const lost = { kind: 'answer', status: 500 } as const
  const refused = { kind: 'answer', status: 409, body: '{"message":"key in use"}' } as const

  it('the store is asked to retry, and the retries create one payment', async () => {
    const id = newOrder()
    proxy.next(CREATION, lost)
    expect((await checkout(id)).status).toBe(502)
    proxy.next(CREATION, refused)
    const again = await checkout(id)
    expect(again.status).toBe(502)
    expect(again.body).toMatchObject({ code: 'gateway_unreachable', retry: 'retry' })
    expect((await checkout(id)).status).toBe(201)
    expect(await atGateway(id)).toHaveLength(1)
  })

  it('a gateway that keeps refusing gets a new attempt under a new key after a while', async () => {
    const id = newOrder()
    proxy.next(CREATION, lost)
    expect((await checkout(id)).status).toBe(502)
    await moveClock({ advance_seconds: 90 })
    proxy.next(CREATION, refused)
    expect((await checkout(id)).status).toBe(502)
    expect(await checkout(id)).toMatchObject({ status: 201, body: { payment: { attempt: 2 } } })
    expect(await atGateway(id)).toHaveLength(1)
  })
})

describe('a gateway that makes a second payment for the same key', () => {
  it('a payment that was paid in the meantime stays, and its refund still finds the order', async () => {
    const id = newOrder()
    proxy.next(CREATION, { kind: 'lost' })
    proxy.next('GET /v1/payments', { kind: 'answer', status: 503 })
    expect((await checkout(id)).status).toBe(502)
    const [made] = await atGateway(id)
    const payment = await paymentAtGateway(world, String(made?.id))
    const meta = { current_page: 1, per_page: 20, total: 0, last_page: 1 }
    const nothing = JSON.stringify({ data: [], meta })
    const spare = JSON.stringify({ ...payment, id: 8_000_000, checkout_url: 'http://spare' })
    proxy.next('GET /v1/payments', { kind: 'answer', status: 200, body: nothing })
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    proxy.next(CREATION, { kind: 'answer', status: 201, body: spare, after: () => held })
    const before = creations()
    const second = checkout(id)
    await eventually(async () => creations() > before)
    await deliver(world.url, { body: eventOf(payment, 'approved') })
    await eventually(async () => (await read(id)).order.status === 'paid')
    answer()
    expect((await second).body.payment).toMatchObject({
      state: 'paid',
      gateway_payment_id: String(payment.id),
      checkout_url: payment.checkout_url,
    })
    expect(await timeline(id)).toContain('payment_created_twice')
    await deliver(world.url, { body: eventOf(payment, 'refunded') })
    await eventually(async () => (await read(id)).order.status === 'refunded')
  })
})

describe('concurrent checkouts', () => {
  it.each([2, 20])('%i concurrent checkouts get the same payment', async (tabs) => {
    const id = newOrder()
    proxy.next(CREATION, { kind: 'slow', ms: 100 })
    const before = creations()
    const answers = await Promise.all(Array.from({ length: tabs }, () => checkout(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(tabs - 1).fill(200),
      201,
    ])
    expect(new Set(answers.map(({ body }) => body.payment.checkout_url)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.pay_url)).size).toBe(1)
    expect(creations() - before).toBe(1)
    expect(await atGateway(id)).toHaveLength(1)
  })

  it('the other checkouts get one payment when the first of twenty fails', async () => {
    const id = newOrder()
    proxy.next(CREATION, { kind: 'lost' })
    proxy.next('GET /v1/payments', { kind: 'answer', status: 503 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkout(id)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(18).fill(200), 201, 502])
    expect(await atGateway(id)).toHaveLength(1)
  })

  it('concurrent checkouts with different amounts each get the payment of their own amount', async () => {
    const id = newOrder()
    const [one, other] = await Promise.all([checkout(id, '10.00'), checkout(id, '20.00')])
    expect([one.body.payment.amount, other.body.payment.amount]).toEqual(['10.00', '20.00'])
    const { order, payment } = await read(id)
    expect(payment.amount).toBe(order.amount)
  })
})

describe('a process that dies between the intent and the answer', () => {
  const otherPuente = async () => {
    const port = await freePort()
    return startPuente({
      platforms,
      settings: { ...world.settings, PORT: port, ROLES: ['web'] },
      databaseUrl: world.databaseUrl,
      log: createLog({ level: 'silent', service: 'test' }),
      gatewayBaseUrl: `${proxy.url}/v1`,
      publicUrl: `http://localhost:${port}`,
    })
  }

  const dieInCheckout = async (id: string, conflict: GatewayFault) => {
    const dying = await otherPuente()
    proxy.next(CREATION, conflict)
    const before = proxy.seen.length
    void fetch(`http://localhost:${dying.port}/v1/checkouts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.apiKey}` },
      body: JSON.stringify({ order: { id, amount: '125.50', currency: 'HNL' } }),
    }).catch(() => {})
    await eventually(async () => proxy.seen.slice(before).includes(CREATION))
    // Keeps the dying process from writing the outcome.
    await dying.ctx.db.close()
    await dying.close().catch(() => {})
  }

  const NEVER_HEARD: GatewayFault = { kind: 'answer', status: 503, after: () => sleep(300) }
  const WORK_DONE: GatewayFault = { kind: 'slow', ms: 300 }

  it.each<[string, GatewayFault, number]>([
    ['the gateway never heard', NEVER_HEARD, 0],
    ['the gateway did the work', WORK_DONE, 1],
  ])('the next request gets the same payment when %s', async (_, conflict, made) => {
    const id = newOrder()
    await dieInCheckout(id, conflict)
    expect(await atGateway(id)).toHaveLength(made)
    expect(await read(id)).toMatchObject({ payment: null })

    const waiting = checkout(id)
    await moveClock({ advance_seconds: 10 })
    const resumed = await waiting
    expect([resumed.status, resumed.body.payment?.attempt]).toEqual([201, 1])
    expect(await atGateway(id)).toHaveLength(1)
  })

  it('Puente abandons a payment that the gateway does not know, without another request', async () => {
    const id = newOrder()
    await dieInCheckout(id, NEVER_HEARD)
    await moveClock({ advance_seconds: 150 })
    await eventually(async () => (await timeline(id)).includes('payment_abandoned'))
    expect((await checkout(id)).body.payment).toMatchObject({ state: 'pending', attempt: 2 })
    expect(await atGateway(id)).toHaveLength(1)
  })

  it('Puente finds a payment that the gateway has, without another request', async () => {
    const id = newOrder()
    await dieInCheckout(id, WORK_DONE)
    await moveClock({ advance_seconds: 150 })
    const found = await eventually(async () => (await read(id)).payment)
    expect(found).toMatchObject({ state: 'pending', attempt: 1 })
  })
})

describe('an event that arrives before the answer to the creation', () => {
  it('the order is paid, and the late answer does not undo that', async () => {
    const id = newOrder()
    const { promise: held, resolve: letAnswer } = Promise.withResolvers<void>()
    proxy.onPass(async (route, stage) => {
      if (route === CREATION && stage === 'work-done') await held
      return 'pass'
    })
    const waiting = checkout(id)
    const [made] = await eventually(async () => {
      const payments = await atGateway(id)
      return payments.length > 0 && payments
    })
    const payment = await paymentAtGateway(world, String(made?.id))
    await deliver(world.url, { body: eventOf(payment, 'approved') })
    await world.shop.waitFor((told) => told.order.id === id && told.type === 'order.paid')
    letAnswer()
    proxy.onPass(undefined)
    const answered = await waiting
    expect(answered.body).toMatchObject({ order: { status: 'paid' }, payment: { state: 'paid' } })
    expect(await read(id)).toMatchObject({
      order: { status: 'paid' },
      payment: { state: 'paid', gateway_payment_id: String(made?.id) },
    })
    expect((await read(id)).payment.checkout_url).toBe(payment.checkout_url)
  })
})
