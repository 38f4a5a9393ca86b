import { afterEach, describe, expect, it } from 'vitest'
import { defaultProfile } from '../../sandbox/gateway/profile.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { cancelOrder } from '../../src/payments/orders/cancel-order.ts'
import { DAY_SECONDS, merchantOf, pass, saveCard, setSandbox } from '../support/merchant.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { CARDS, connectTestStore, eventually, type Json, TEST_STORE } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy((proxy) => ({
  GATEWAY_EMBED_BASE_URL: `${proxy.url}/embed/v1`,
}))
const merchant = merchantOf(world, { prefix: 'FD' })
afterEach(async () => {
  proxy.calm()
  await setSandbox(world, 'profile', defaultProfile)
})

const CREATION = 'POST /v1/payments'
const CONFIRM = 'POST /embed/v1/confirm'
let orders = 0
const newOrder = () => `FD-of-${++orders}`

const requestsOf = async (part: string, route: RegExp): Promise<Json[]> => {
  const { entries } = await world.control('/sandbox/journal')
  return entries.filter(
    ({ type, method, path, body }: Json) =>
      type === 'request' &&
      method === 'POST' &&
      route.test(path) &&
      (path.includes(part) || body?.external_reference === part),
  )
}
const creationsOf = (id: string) => requestsOf(id, /^\/v1\/payments$/)
const refusedLines = async (id: string): Promise<Json[]> =>
  (await merchant.timeline(id)).filter(({ kind }) => kind === 'request_fields_refused')
const alertsAbout = async (field: string): Promise<Json[]> =>
  (await world.api('GET', '/v1/alerts')).body.data.filter(
    ({ kind, details }: Json) =>
      kind === 'request_fields_refused' && details.fields.includes(field),
  )
const refusal = (errors: Json, more: Json = {}) => ({
  kind: 'answer' as const,
  status: 422,
  body: JSON.stringify({ message: 'no', errors, ...more }),
})

const CUSTOMER = {
  name: 'Ana',
  email: 'ana@ejemplo.hn',
  phone: '9999-9999 (casa)',
  identity_number: '0801199012345',
}

describe('a gateway with limits of its own for optional fields', () => {
  it('an order whose phone says "casa" is paid without its phone, and the merchant reads why', async () => {
    await setSandbox(world, 'profile', { customer_fields: 'strict' })
    const { id, checkoutUrl } = await merchant.open({ customer: CUSTOMER })
    const [refused, made, ...more] = await creationsOf(id)
    expect(more).toEqual([])
    expect([refused?.status, made?.status]).toEqual([422, 201])
    const { phone: _, ...others } = CUSTOMER
    expect(made?.body).toEqual({ ...refused?.body, customer: others })
    expect(made?.idempotency_key).not.toBe(refused?.idempotency_key)

    await world.pay(checkoutUrl)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    expect(await refusedLines(id)).toMatchObject([{ details: { fields: ['customer.phone'] } }])
    const [alert] = await alertsAbout('customer.phone')
    expect(alert.what).toContain('el teléfono del cliente')

    const next = await merchant.open({ customer: CUSTOMER })
    expect(next.checkoutUrl).toBeTruthy()
    expect(await alertsAbout('customer.phone')).toHaveLength(1)
  })

  it.each<[string, Json, Json, (body: Json) => unknown]>([
    [
      'a description of 120 letters that are 240 bytes',
      { description_unit: 'bytes' },
      { description: 'ñ'.repeat(120) },
      ({ description }) => description,
    ],
    [
      'metadata with too many keys',
      { metadata_max_keys: 2 },
      { metadata: { a: 1, b: 2, c: 3 } },
      ({ metadata }) => Object.keys(metadata).join().replace('puente_payment', ''),
    ],
    [
      'one key of metadata that is no word',
      { metadata_keys: 'words' },
      { metadata: { 'utm.source (web)': 'x', gift: 'yes' } },
      ({ metadata }) => metadata['utm.source (web)'] ?? metadata.gift === undefined,
    ],
    [
      'a customer that is refused as a whole',
      { customer_fields: 'strict', nested_error_keys: 'parent' },
      { customer: CUSTOMER },
      ({ customer }) => customer,
    ],
  ])('an order with %s can still be paid', async (_, profile, order, leftOf) => {
    await setSandbox(world, 'profile', profile)
    const { id, checkoutUrl } = await merchant.open(order)
    const requests = await creationsOf(id)
    expect(requests.map(({ status }) => status)).toEqual([422, 201])
    expect(leftOf(requests[1]?.body)).toBeFalsy()
    expect(requests[1]?.body.metadata.puente_payment).toBe(
      requests[0]?.body.metadata.puente_payment,
    )
    await world.pay(checkoutUrl)
    await merchant.readWhen(id, (now) => now.order.status === 'paid')
    expect(await merchant.keptAtGateway(id)).toBe(100)
  })

  it('a typed card is charged once, with the same token in both requests', async () => {
    const { id } = await merchant.open({ metadata: { a: 1, b: 2, c: 3 } })
    await setSandbox(world, 'profile', { metadata_max_keys: 2 })
    const confirmed = await merchant.confirm(id, await merchant.token())
    expect(confirmed).toMatchObject({ status: 200, body: { order: { status: 'paid' } } })
    const requests = await requestsOf(id, /confirm$/)
    expect(requests.map(({ status }) => status)).toEqual([422, 200])
    expect(requests[1]?.body.payment_token).toBe(requests[0]?.body.payment_token)
    expect(await merchant.keptAtGateway(id)).toBe(100)
    expect(await refusedLines(id)).toHaveLength(1)
  })

  it.each(['by-method', 'by-token'] as const)(
    'a saved card is charged once on the route %s',
    async (route) => {
      const { apiKey } = world
      await connectTestStore(world.puente, {
        notifyUrl: world.shop.url,
        apiKey,
        policy: { saved_card_route: route },
      })
      const method = await saveCard(world)
      await setSandbox(world, 'profile', { metadata_max_bytes: 80 })
      const id = newOrder()
      const charged = await merchant.checkout(
        id,
        { metadata: { note: 'x'.repeat(80) } },
        { payment_method: method },
      )
      expect(charged.body.order.status).toBe('paid')
      const requests = await requestsOf(id, /charge$/)
      expect(requests.map(({ status }) => status)).toEqual([422, route === 'by-method' ? 201 : 200])
      expect(new Set(requests.map(({ idempotency_key }) => idempotency_key)).size).toBe(2)
      expect(await merchant.keptAtGateway(id)).toBe(100)
    },
  )

  it.each([
    ['void', 0],
    ['refund', DAY_SECONDS],
  ] as const)('a long reason does not make a %s fail', async (route, later) => {
    const { id, transactionId } = await merchant.paid()
    if (later) await pass(world, later)
    await setSandbox(world, 'profile', { reason_max_length: 10 })
    const asked = await merchant.refundInFull(id, { reason: 'The customer changed their mind' })
    expect(asked.status).toBeLessThan(300)
    await merchant.readWhen(id, ({ order }) => ['voided', 'refunded'].includes(order.status))
    const requests = await requestsOf(transactionId, new RegExp(`/${route}$`))
    expect(requests.slice(-2).map(({ status }) => status)).toEqual([422, 200])
    expect(requests.at(-1)?.body.reason).toBeUndefined()
    expect(await merchant.keptAtGateway(id)).toBe(0)
    expect(await refusedLines(id)).toMatchObject([{ details: { fields: ['reason'] } }])
    expect(await alertsAbout('reason')).toHaveLength(1)
  })
})

describe('a request that is repeated without a field', () => {
  it.each([
    ['on its way', 'on-its-way', 0],
    ['with its answer', 'work-done', 1],
  ] as const)(
    'a repeated request that is lost %s is resolved, and makes one payment',
    async (_, stage, made) => {
      await setSandbox(world, 'profile', { customer_fields: 'strict' })
      const id = newOrder()
      let creations = 0
      proxy.onPass(async (route, at) => {
        if (route === CREATION && at === 'on-its-way') creations++
        return route === CREATION && at === stage && creations === 2 ? 'cut' : 'pass'
      })
      const first = await merchant.checkout(id, { customer: CUSTOMER })
      proxy.onPass(undefined)
      expect(await merchant.atGateway(id)).toHaveLength(made)
      expect(first.status).toBe(made ? 201 : 502)
      const again = await merchant.checkout(id, { customer: CUSTOMER })
      expect(again.status).toBeLessThan(300)
      expect(await merchant.atGateway(id)).toHaveLength(1)
      const keys = (await creationsOf(id)).map(({ idempotency_key }) => idempotency_key)
      expect(new Set(keys).size).toBe(2)
      await world.pay(again.body.payment.checkout_url)
      await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    },
  )

  it('a charge whose second answer is lost is not charged again', async () => {
    const { id } = await merchant.open({ metadata: { a: 1, b: 2, c: 3 } })
    await setSandbox(world, 'profile', { metadata_max_keys: 2 })
    let confirms = 0
    proxy.onPass(async (route, at) => {
      if (route !== CONFIRM || at !== 'work-done') return 'pass'
      return ++confirms === 2 ? 'cut' : 'pass'
    })
    await merchant.confirm(id, await merchant.token())
    proxy.onPass(undefined)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    expect(await requestsOf(id, /confirm$/)).toHaveLength(2)
    expect(await merchant.keptAtGateway(id)).toBe(100)
  })

  it('the repetition is not sent when the store has cancelled the order', async () => {
    const { ctx } = world.puente
    const store = await findStore(ctx.db.query, TEST_STORE)
    if (!store) throw new Error('No store')
    const { id } = await merchant.open({ metadata: { a: 1 } })
    proxy.next(CONFIRM, {
      ...refusal({ metadata: ['too many keys'] }),
      after: () => cancelOrder(ctx, store, { orderExternalId: id, by: 'store' }),
    })
    await merchant.confirm(id, await merchant.token())
    expect(await requestsOf(id, /confirm$/)).toEqual([])
    expect(await merchant.keptAtGateway(id)).toBe(0)
  })

  it('a request is repeated once at most', async () => {
    const id = newOrder()
    const customer = { ...CUSTOMER, name: 'x'.repeat(50) }
    proxy.next(
      CREATION,
      refusal({ 'customer.phone': ['no'] }),
      refusal({ 'customer.name': ['no'] }),
    )
    const asked = proxy.seen.length
    expect((await merchant.checkout(id, { customer })).status).toBe(422)
    expect(proxy.seen.slice(asked).filter((route) => route === CREATION)).toHaveLength(2)
  })
})

describe('a refusal for more than an optional field', () => {
  const ORDER = { customer: CUSTOMER, metadata: { gift: 'yes' }, description: 'Coffee' }
  it.each<[string, Json, Json]>([
    ['of the amount besides', { amount: ['no'], 'customer.phone': ['no'] }, {}],
    ['of the name of the payment', { name: ['no'] }, {}],
    ['of our own reference', { 'metadata.puente_payment': ['no'] }, {}],
    ['of a field that was not sent', { reason: ['no'] }, {}],
    ['without a field', {}, {}],
    ['by the processor', { description: ['no'] }, { IsoResponseCode: '05', Errors: [] }],
    ['with a code of its own', { customer: ['no'] }, { code: 'sandbox_terminal_unavailable' }],
    ['of a used key', { metadata: ['no'] }, { code: 'idempotency_key_reused' }],
  ])('a refusal %s is never repeated', async (_, errors, more) => {
    proxy.next(CREATION, refusal(errors, more))
    const asked = proxy.seen.length
    const { status } = await merchant.checkout(newOrder(), ORDER)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(proxy.seen.slice(asked).filter((route) => route === CREATION)).toHaveLength(1)
  })

  it('a refusal because saved cards are off is not repeated, though it names the customer', async () => {
    const method = await saveCard(world)
    await setSandbox(world, 'profile', { tokenized_charge: false })
    const id = newOrder()
    const answer = await merchant.checkout(id, ORDER, { payment_method: method })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await eventually(() => requestsOf(id, /charge$/))).toHaveLength(1)
  })
})

describe('an order in the spelling of its store', () => {
  it('HTML entities in an order’s names are decoded for the gateway and in the store’s API', async () => {
    const { id } = await merchant.open({
      number: 'N&ordm; 7',
      description: 'Caf&eacute; &#8211; 250 g < 1 kg',
      customer: { name: 'Jos&eacute; N&uacute;&ntilde;ez' },
    })
    const [payment] = await merchant.atGateway(id)
    expect(payment).toMatchObject({
      name: 'Pedido Nº 7',
      description: 'Café – 250 g < 1 kg',
      customer: { name: 'José Núñez' },
    })
    expect((await merchant.read(id)).order).toMatchObject({ number: 'Nº 7' })
    const digits = [...CARDS.approved].map((digit) => `&#${digit.charCodeAt(0)};`).join('')
    const typed = await merchant.checkout(newOrder(), { description: `Card ${digits}` })
    expect(typed.body.order.description).toBe('Card [card number]')
  })

  it.each(['.', '..', ' .. ', '%2e', '.%2E', 'a/../b', '\u200b', 'a\nb', '\u0007'])(
    'the order id %j, which clients cannot write into a path, is refused',
    async (id) => {
      expect(await merchant.checkout(id)).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'order.id' }] },
      })
    },
  )

  it.each(['2026/17', 'A 1', '#7001', '100%', '...', '%2', 'ñ?x=1'])(
    'an order with the id %j can be read and refunded',
    async (id) => {
      const opened = await merchant.checkout(id)
      await world.pay(opened.body.payment.checkout_url)
      const path = `/v1/orders/${encodeURIComponent(id)}`
      await eventually(
        async () => (await world.api('GET', path)).body.order?.status === 'paid' || undefined,
      )
      const key = { 'idempotency-key': `of ${encodeURIComponent(id)}` }
      expect((await world.api('POST', `${path}/refunds`, {}, key)).status).toBeLessThan(300)
    },
  )

  it('an order id is found with the spaces that the store sent around it', async () => {
    const id = newOrder()
    expect((await merchant.checkout(` ${id} `)).status).toBe(201)
    expect((await world.api('GET', `/v1/orders/%20${id}%20`)).body.order?.id).toBe(id)
  })
})
