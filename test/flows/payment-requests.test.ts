import { describe, expect, it } from 'vitest'
import { OTHER_PAYMENTS } from '../../src/domain/requests/request-states.ts'
import { disableStore, enableStore } from '../../src/payments/stores/end-store.ts'
import type { GatewayFault } from '../support/gateway-proxy.ts'
import { pass, setSandbox } from '../support/merchant.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld, useWorldBehindProxy } from '../support/use-world.ts'
import { type ApiAnswer, eventually, type Json, TEST_STORE, type World } from '../support/world.ts'

let keys = 0
const request = (world: World, body: Json, key = `key-${++keys}`): Promise<ApiAnswer> =>
  world.api('POST', '/v1/payment-requests', body, { 'idempotency-key': key })

const read = async (world: World, id: string): Promise<Json> =>
  (await world.api('GET', `/v1/payment-requests/${id}`)).body

const readWhen = (world: World, id: string, state: string): Promise<Json> =>
  eventually(async () => {
    const now = await read(world, id)
    return now.state === state && now
  })

const checkoutOf = async (payUrl: string): Promise<string> => {
  const link = await fetch(payUrl, { redirect: 'manual' })
  return link.headers.get('location') ?? ''
}

describe('a payment request', () => {
  const world = useWorld()

  it('a payment request has a pay link at once, and turns paid when its customer pays', async () => {
    const { status, body } = await request(world, {
      amount: '320.50',
      description: 'Café',
      note: 'Para el viernes',
      customer: { name: 'Ana Mejía', phone: '9999-9999' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^req_[0-9a-z]{26}$/),
      state: 'open',
      amount: '320.50',
      currency: 'HNL',
      description: 'Café',
      note: 'Para el viernes',
      paid_otherwise: null,
    })
    await world.pay(await checkoutOf(body.pay_url))
    expect(await readWhen(world, body.id, 'paid')).toMatchObject({ paid_at: expect.any(String) })
    const { order, payment } = (await world.api('GET', `/v1/orders/${body.id}`)).body
    expect(order).toMatchObject({ source: 'request', status: 'paid', number: body.reference })
    expect(JSON.stringify([order, payment])).not.toContain('viernes')
  })

  it.each([
    ['L 320', '320.00', 'HNL'],
    ['Lps. 1,250.50', '1250.50', 'HNL'],
    ['320,5', '320.50', 'HNL'],
    ['1.250,50', '1250.50', 'HNL'],
    ['1 250,50', '1250.50', 'HNL'],
    ['  HNL 75 ', '75.00', 'HNL'],
    ['$20', '20.00', 'USD'],
  ])('the amount %j reads as %s %s', async (amount, read, currency) => {
    const { body } = await request(world, { amount })
    expect([body.amount, body.currency]).toEqual([read, currency])
  })

  it.each([
    ...['', '0', '0.00', '-5', 'L -5', '1,250', '0.001', 'doscientos', '320 cafés', '1e3', '٣'],
    ...['３２０', '1,2,3', '5 5', '0x10', 'NaN', '9'.repeat(16), '9'.repeat(4_000)],
  ])('the amount %j is refused at its field, and creates no request', async (amount) => {
    const before = (await world.api('GET', '/v1/payment-requests?limit=100')).body.data.length
    const { status, body } = await request(world, { amount })
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([422, 'invalid_fields', 'amount'])
    const after = (await world.api('GET', '/v1/payment-requests?limit=100')).body.data.length
    expect(after).toBe(before)
  })

  it('one request in another currency does not change what the next amount means', async () => {
    await request(world, { amount: '$320' })
    const { body } = await request(world, { amount: '320' })
    expect([body.amount, body.currency]).toEqual(['320.00', 'HNL'])
  })

  it('an amount whose currency contradicts the field is refused', async () => {
    const { status, body } = await request(world, { amount: '$20', currency: 'HNL' })
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'amount'])
  })

  it('a request that the gateway refuses names the field and does not stay open; its key works once the account accepts it', async () => {
    const { currencies } = await world.control('/sandbox/profile')
    const refused = await request(world, { amount: '€20' }, 'in-euros')
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ path: 'currency' }]])
    const list = async (state: string) =>
      (await world.api('GET', `/v1/payment-requests?state=${state}`)).body.data
    const inEuros = async (state: string) =>
      (await list(state)).filter((each: Json) => each.currency === 'EUR')
    expect(await inEuros('open')).toEqual([])
    // It did not expire: no customer had its link.
    expect(await inEuros('expired')).toEqual([])
    expect(await inEuros('refused')).toMatchObject([{ state: 'refused', amount: '20.00' }])
    await setSandbox(world, 'profile', { currencies: [...currencies, '978'] })
    const made = await request(world, { amount: '€20' }, 'in-euros')
    expect(made.body).toMatchObject({ state: 'open', amount: '20.00', currency: 'EUR' })
    expect(await inEuros('refused')).toEqual([])
    await world.pay(await checkoutOf(made.body.pay_url))
    await readWhen(world, made.body.id, 'paid')
    await setSandbox(world, 'profile', { currencies })
  })

  it('a request repeated at once with its key creates one order and one payment', async () => {
    const body = { amount: '75.00', description: 'Dos panes' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => request(world, body, 'the-same')),
    )
    const made = answers.filter(({ status }) => status < 300)
    expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1)
    const again = await request(world, body, 'the-same')
    expect(again.body.id).toBe(made[0]?.body.id)
    const { payments } = (await world.api('GET', `/v1/orders/${again.body.id}`)).body
    expect(payments).toHaveLength(1)
    const other = await request(world, { ...body, amount: '80.00' }, 'the-same')
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
  })

  it('a request without an idempotency key is refused', async () => {
    const { status, body } = await world.api('POST', '/v1/payment-requests', { amount: '1.00' })
    expect([status, body.code]).toEqual([422, 'idempotency_key_required'])
  })

  it('the link of a request closed as paid otherwise accepts no payment', async () => {
    for (const how of OTHER_PAYMENTS) {
      const { body } = await request(world, { amount: '40.00' })
      const path = `/v1/payment-requests/${body.id}/paid-otherwise`
      const closed = await world.api('POST', path, { how })
      expect([closed.status, closed.body.state, closed.body.paid_otherwise]).toEqual([
        200,
        'paid_otherwise',
        how,
      ])
      expect(await checkoutOf(body.pay_url)).toBe('')
      // A repetition gets the stored answer.
      const again = await world.api('POST', path, { how: 'other' })
      expect(again.body.paid_otherwise).toBe(how)
    }
  })

  it('a request paid by card cannot be closed as paid otherwise', async () => {
    const { body } = await request(world, { amount: '41.00' })
    await world.pay(await checkoutOf(body.pay_url))
    await readWhen(world, body.id, 'paid')
    const path = `/v1/payment-requests/${body.id}/paid-otherwise`
    const { status, body: refusal } = await world.api('POST', path, { how: 'cash' })
    expect([status, refusal.code]).toEqual([409, 'order_already_paid'])
  })

  it.each([
    [
      'paid otherwise',
      (id: string) => [`/v1/payment-requests/${id}/paid-otherwise`, { how: 'cash' }],
    ],
    ['cancelled', (id: string) => [`/v1/orders/${id}/cancel`, {}]],
  ] as const)('a charge after a request was %s is a conflict for a person', async (_, closing) => {
    const { body } = await request(world, { amount: '42.00' })
    const checkout = await checkoutOf(body.pay_url)
    const [path, how] = closing(body.id)
    expect((await world.api('POST', String(path), how as Json)).status).toBe(200)
    await world.pay(checkout)
    expect(await readWhen(world, body.id, 'paid')).toMatchObject({
      conflict: 'paid_after_cancellation',
    })
  })

  it('a request cancelled while its customer pays ends as cancelled, or as a conflict for a person', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => request(world, { amount: '43.00' })),
    )
    await Promise.all(
      made.map(async ({ body }) => {
        const checkout = await checkoutOf(body.pay_url)
        const [{ status }] = await Promise.all([
          world.api('POST', `/v1/orders/${body.id}/cancel`),
          world.pay(checkout),
        ])
        const now = await readWhen(world, body.id, 'paid')
        // The cancellation came first: a person decides about the money.
        expect([status, now.conflict]).toEqual(
          status === 200 ? [200, 'paid_after_cancellation'] : [409, null],
        )
      }),
    )
  })

  it('a request opened a year after it expired shows a clear page, and accepts no payment', async () => {
    const { body } = await request(world, { amount: '44.00', expires_in_minutes: 60 })
    await pass(world, 366 * 24 * 3_600)
    await readWhen(world, body.id, 'expired')
    for (const method of ['HEAD', 'GET']) {
      const page = await fetch(body.pay_url, { method, redirect: 'manual' })
      expect([page.status, page.headers.get('location')]).toEqual([410, null])
    }
    const { payments } = (await world.api('GET', `/v1/orders/${body.id}`)).body
    expect(payments).toHaveLength(1)
  })

  it('an order of a shop is no payment request', async () => {
    await world.api('POST', '/v1/checkouts', {
      order: { id: 'S-1', amount: '10.00', currency: 'HNL' },
    })
    for (const [method, path] of [
      ['GET', '/v1/payment-requests/S-1'],
      ['POST', '/v1/payment-requests/S-1/paid-otherwise'],
    ] as const) {
      const { status } = await world.api(
        method,
        path,
        method === 'POST' ? { how: 'cash' } : undefined,
      )
      expect([path, status]).toEqual([path, 404])
    }
  })

  it('the list shows the state of each request, and filters by it', async () => {
    const made = async (more: Json = {}) =>
      (await request(world, { amount: '50.00', ...more })).body.id
    const expiring = await made({ expires_in_minutes: 5 })
    const cancelled = await made()
    await world.api('POST', `/v1/orders/${cancelled}/cancel`)
    const otherwise = await made()
    await world.api('POST', `/v1/payment-requests/${otherwise}/paid-otherwise`, { how: 'transfer' })
    await pass(world, 15 * 60)
    await readWhen(world, expiring, 'expired')
    const open = await made()
    const all = (await world.api('GET', '/v1/payment-requests?limit=100')).body.data
    const stateOf = (id: string) => all.find((each: Json) => each.id === id)?.state
    expect([expiring, cancelled, otherwise, open].map(stateOf)).toEqual([
      'expired',
      'cancelled',
      'paid_otherwise',
      'open',
    ])
    for (const state of new Set<string>(all.map((each: Json) => each.state))) {
      const { data } = (await world.api('GET', `/v1/payment-requests?limit=100&state=${state}`))
        .body
      expect(data.map((each: Json) => each.id)).toEqual(
        all.filter((each: Json) => each.state === state).map((each: Json) => each.id),
      )
    }
  })
})

describe('a person who requests a payment', () => {
  const world = useWorld()
  const operator = useStarted(() => startOperatorApi(world))
  const path = `/operator/v1/stores/${TEST_STORE}/payment-requests`
  const asPerson = (role: 'operator' | 'viewer', body: Json) =>
    operator.call(personWith(role, { main: role }), 'POST', path, {
      body,
      headers: { 'idempotency-key': `by-${role}` },
    })

  it('a person needs the right to create checkouts, and the timeline and the audit log name them', async () => {
    expect((await asPerson('viewer', { amount: '5.00' })).status).toBe(403)
    const made = await asPerson('operator', { amount: '60.00', description: 'Pastel' })
    expect(made).toMatchObject({ status: 201, body: { state: 'open', store_id: TEST_STORE } })
    const { id } = made.body.order
    const owner = personWith('owner', { main: 'owner' })
    const order = (await operator.call(owner, 'GET', `/operator/v1/orders/${id}`)).body
    expect(JSON.stringify(order)).toContain('"source":"request"')
    const { rows } = await world.puente.ctx.db.pool.query(
      `SELECT actor ->> 'kind' AS kind FROM timeline WHERE order_id = $1 ORDER BY seq LIMIT 1`,
      [id],
    )
    expect(rows).toEqual([{ kind: 'person' }])
    const { data } = (await operator.call(owner, 'GET', '/operator/v1/audit')).body
    expect(JSON.stringify(data)).toContain('createPaymentRequest')
    const list = (await operator.call(owner, 'GET', '/operator/v1/payment-requests')).body.data
    expect(list.map((each: Json) => each.order.id)).toEqual([id])
  })
})

describe('a payment request of a store that takes no payments', () => {
  const world = useWorld()
  const operator = useStarted(() => startOperatorApi(world))
  const cashier = personWith('cashier', { main: 'operator' })

  it('a request of a disabled store is refused, and works once the store is enabled', async () => {
    const { db, clock } = world.puente.ctx
    const deps = { query: db.query, now: clock.now() }
    const ask = () =>
      operator.call(cashier, 'POST', `/operator/v1/stores/${TEST_STORE}/payment-requests`, {
        body: { amount: '12.00' },
        headers: { 'idempotency-key': 'of-a-disabled-store' },
      })
    await disableStore(deps, TEST_STORE)
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([403, 'store_disabled'])
    await enableStore(deps, TEST_STORE)
    expect((await ask()).status).toBe(201)
  })

  it('a person cannot create, read or close a request of another organization', async () => {
    const { body } = await request(world, { amount: '13.00' })
    const owner = personWith('owner', { main: 'owner' })
    const [made] = (await operator.call(owner, 'GET', '/operator/v1/payment-requests')).body.data
    const stranger = personWith('stranger', { other: 'owner' })
    for (const [method, path, given] of [
      ['POST', `/operator/v1/stores/${TEST_STORE}/payment-requests`, { amount: '1.00' }],
      ['GET', `/operator/v1/payment-requests/${made.order.id}`, undefined],
      ['POST', `/operator/v1/payment-requests/${made.order.id}/paid-otherwise`, { how: 'cash' }],
      ['GET', `/operator/v1/stores/${TEST_STORE}/counter-takings`, undefined],
    ] as const) {
      const { status } = await operator.call(stranger, method, path, {
        ...(given ? { body: given } : {}),
        headers: { 'idempotency-key': 'forged' },
      })
      expect([path, status]).toEqual([path, 404])
    }
    const seen = await operator.call(stranger, 'GET', '/operator/v1/payment-requests')
    expect(seen.body.data).toEqual([])
    expect(await read(world, body.id)).toMatchObject({ state: 'open' })
  })
})

describe('the currency of a store without one', () => {
  const world = useWorld()
  const operator = useStarted(() => startOperatorApi(world))
  const cashier = personWith('cashier', { main: 'operator' })

  it('a repetition gets the request of its key, though most orders since are in another currency', async () => {
    const ask = (body: Json, key: string) =>
      operator.call(cashier, 'POST', `/operator/v1/stores/${TEST_STORE}/payment-requests`, {
        body,
        headers: { 'idempotency-key': key },
      })
    const first = await ask({ amount: '320' }, 'answer-lost')
    expect([first.status, first.body.currency]).toEqual([201, 'HNL'])
    for (const key of ['in-dollars-1', 'in-dollars-2']) await ask({ amount: '$20' }, key)
    expect((await ask({ amount: '320' }, 'of-a-new-one')).body.currency).toBe('USD')
    const again = await ask({ amount: '320' }, 'answer-lost')
    expect([again.status, again.body.order?.id]).toEqual([200, first.body.order.id])
  })
})

describe('a payment request that is cut off while the gateway is asked', () => {
  const { world, proxy } = useWorldBehindProxy()
  const operator = useStarted(() => startOperatorApi(world))
  const cashier = personWith('cashier', { main: 'operator' })
  const sale = {
    amount: '120.00',
    description: 'Almuerzo',
    note: 'Mesa junto a la ventana',
    source: 'counter',
    counter: 'Caja 1',
    tip: '20.00',
  }
  const sell = () =>
    operator.call(cashier, 'POST', `/operator/v1/stores/${TEST_STORE}/payment-requests`, {
      body: sale,
      headers: { 'idempotency-key': 'cut-off' },
    })
  const details = async () => {
    const { rows } = await world.puente.ctx.db.pool.query(
      'SELECT note, counter, tip_minor::text AS tip FROM payment_requests',
    )
    return rows
  }

  it('has its note, counter and tip from its first moment, and a repetition adds nothing', async () => {
    const complete = [{ note: sale.note, counter: sale.counter, tip: '2000' }]
    let leftBehind: unknown
    proxy.onPass(async (route, stage) => {
      if (route !== 'POST /v1/payments' || stage !== 'on-its-way') return 'pass'
      // A process killed now leaves this.
      leftBehind ??= await details()
      return 'cut'
    })
    await sell()
    proxy.onPass(undefined)
    expect(leftBehind).toEqual(complete)
    const again = await sell()
    expect([again.status, again.body]).toMatchObject([
      200,
      { state: 'open', note: sale.note, counter: sale.counter, tip: sale.tip },
    ])
    expect(await details()).toEqual(complete)
    const { order } = again.body
    const { payments } = (await world.api('GET', `/v1/orders/${order.external_id}`)).body
    expect(payments).toHaveLength(1)
  })

  it('a request made while the gateway was away does not stay open once the gateway refuses it', async () => {
    proxy.always({ kind: 'cut' })
    const { status, body } = await request(world, { amount: '€20' })
    proxy.calm()
    expect([status, body.state]).toEqual([201, 'open'])
    await eventually(async () => {
      await pass(world, 30)
      await fetch(body.pay_url, { redirect: 'manual' })
      return (await read(world, body.id)).state === 'refused'
    })
    expect((await fetch(body.pay_url, { redirect: 'manual' })).status).toBe(410)
  })
})

describe('a payment request that its merchant ends while the gateway does not say whether it is paid', () => {
  const { world, proxy } = useWorldBehindProxy()
  const acts = {
    'closed as paid another way': (id: string) =>
      world.api('POST', `/v1/payment-requests/${id}/paid-otherwise`, { how: 'cash' }),
    cancelled: (id: string) => world.api('POST', `/v1/orders/${id}/cancel`),
  }
  const faults: [string, GatewayFault, [number, string, string]][] = [
    [
      'the key of the store was revoked',
      { kind: 'answer', status: 401, body: '{}' },
      [502, 'gateway_key_refused', 'ask-a-person'],
    ],
    [
      'the account is blocked',
      { kind: 'answer', status: 403, body: '{}' },
      [502, 'gateway_key_refused', 'ask-a-person'],
    ],
    [
      'the address of the gateway is wrong',
      { kind: 'answer', status: 404, body: '{}' },
      [502, 'gateway_address_wrong', 'ask-a-person'],
    ],
    [
      'the gateway refuses the question',
      { kind: 'answer', status: 400, body: '{}' },
      [422, 'refused_by_gateway', 'permanent'],
    ],
    ['the gateway is away', { kind: 'cut' }, [502, 'gateway_unreachable', 'retry']],
  ]
  const cases = faults.flatMap(([when, fault, refusal]) =>
    Object.entries(acts).map(([done, end]) => ({ when, fault, refusal, done, end })),
  )

  it.each(cases)(
    'it is not $done when $when, and counts as paid once the gateway says so',
    async ({ fault, refusal, end }) => {
      await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
      const { body } = await request(world, { amount: '45.00' })
      await world.pay(await checkoutOf(body.pay_url))
      proxy.always(fault)
      const refused = await end(body.id)
      proxy.calm()
      expect([refused.status, refused.body.code, refused.body.retry]).toEqual(refusal)
      expect(await read(world, body.id)).toMatchObject({ state: 'open', paid_otherwise: null })
      const later = await end(body.id)
      expect([later.status, later.body.code]).toEqual([409, 'order_already_paid'])
      expect(await read(world, body.id)).toMatchObject({ state: 'paid', conflict: null })
      await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    },
  )
})

describe('a payment request while the gateway is away', () => {
  const { world, proxy } = useWorldBehindProxy()

  it('a request made while the gateway is away has a link, which leads to the checkout once the gateway is back', async () => {
    proxy.always({ kind: 'cut' })
    const { status, body } = await request(world, { amount: '33.00' })
    expect([status, body.state]).toEqual([201, 'open'])
    proxy.calm()
    await settled(world)
    await world.pay(await eventually(() => checkoutOf(body.pay_url)))
    expect(await readWhen(world, body.id, 'paid')).toMatchObject({ amount: '33.00' })
  })
})
