import { describe, expect, it } from 'vitest'
import { findStore } from '../../src/db/stores/stores.ts'
import { passesLuhn } from '../../src/domain/card-numbers.ts'
import { moneyFromMinor } from '../../src/domain/money.ts'
import { startCheckout } from '../../src/payments/checkout/start-checkout.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { withoutCardNumbers } from '../../src/runtime/text/caller-texts.ts'
import { useWorld } from '../support/use-world.ts'
import { type Json, TEST_STORE } from '../support/world.ts'

/** As customers type them. */
const TYPED = ['4111111111111111', '4111 1111 1111 1111', '4111-1111-1111-1111'] as const

/** An IMEI: 15 digits that pass the Luhn check. */
const IMEI = '353456789012348'

const logged: string[] = []
const destination = { write: (line: string) => void logged.push(line) }
const world = useWorld({}, { log: createLog({ level: 'trace', service: 'test', destination }) })

let orders = 0
const orderWith = (more: Json): Json => ({
  id: `T-${++orders}`,
  amount: '100.00',
  currency: 'HNL',
  ...more,
})

const tablesWith = async (text: string): Promise<string[]> => {
  const { pool } = world.puente.ctx.db
  const { rows } = await pool.query<{ name: string }>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name
     FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  const held: string[] = []
  for (const { name } of rows) {
    const found = await pool.query(
      `SELECT 1 FROM ${name} AS one WHERE position($1 IN one::text) > 0 LIMIT 1`,
      [text],
    )
    if (found.rows.length > 0) held.push(name)
  }
  return held
}

const expectKeptNowhere = async () => {
  for (const typed of TYPED) {
    expect(await tablesWith(typed)).toEqual([])
    expect(logged.join('')).not.toContain(typed)
  }
}

const MASK = '[card number]'
const readOrder = async (id: string): Promise<Json> =>
  (await world.api('GET', `/v1/orders/${encodeURIComponent(id)}`)).body.order

describe("a card number in an order's descriptive text", () => {
  it.each([
    ['the order number', (text: string) => ({ number: text }), { number: null }],
    ['the description', (description: string) => ({ description }), { description: MASK }],
    ['the name', (name: string) => ({ customer: { name } }), { customer: {} }],
    [
      'the e-mail address',
      (text: string) => ({ customer: { name: 'Ana', email: `${text}@example.com` } }),
      { customer: { name: 'Ana' } },
    ],
    ['the telephone number', (phone: string) => ({ customer: { phone } }), { customer: {} }],
    [
      'the identity number',
      (text: string) => ({ customer: { identity_number: text } }),
      { customer: {} },
    ],
    [
      'metadata',
      (text: string) => ({ metadata: { note: `to ${text}` } }),
      { metadata: { note: `to ${MASK}` } },
    ],
    [
      'the name of metadata',
      (text: string) => ({ metadata: { [text]: 'x' } }),
      { metadata: { [MASK]: 'x' } },
    ],
  ])('an order with a card number in %s is accepted without it', async (_, textIn, kept) => {
    for (const typed of TYPED) {
      const order = orderWith(textIn(typed))
      const { status, body } = await world.api('POST', '/v1/checkouts', { order })
      expect([status, body.order]).toMatchObject([201, kept])
      expect(await readOrder(order.id)).toMatchObject(kept)
    }
    await expectKeptNowhere()
  })

  it('a card number is masked as a metadata number, and refused as the name of an unknown field', async () => {
    const asNumber = await world.api('POST', '/v1/checkouts', {
      order: orderWith({ metadata: { note: 4_111_111_111_111_111 } }),
    })
    expect(asNumber.body.order.metadata).toEqual({ note: MASK })
    const asName = await world.api('POST', '/v1/checkouts', {
      order: orderWith({ '4111 1111 1111 1111': 'Ana' }),
    })
    expect(asName.status).toBe(422)
    expect(asName.body.errors).toMatchObject([{ path: 'order.[card number]' }])
    await expectKeptNowhere()
  })
})

describe('a card number in an identifier', () => {
  it.each([
    ['the order id', { id: '4111111111111111' }],
    ['the order id with expiry and code', { id: '4111111111111111 12/29 123' }],
    ['the order id in one run with expiry and code', { id: '41111111111111111229123' }],
  ])('a card number is refused in %s, and neither stored nor echoed', async (_, ids) => {
    const { status, body } = await world.api('POST', '/v1/checkouts', { order: orderWith(ids) })
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          path: 'order.id',
          message: 'Contains what looks like a card number; do not send card data here',
        },
      ],
    ])
    expect(JSON.stringify(body)).not.toContain('4111')
    await expectKeptNowhere()
  })

  it.each(['success_url', 'cancel_url'])(
    'a card number is refused in %s, however the address encodes it',
    async (field) => {
      for (const typed of TYPED) {
        const url = new URL('https://shop.example/thanks')
        url.searchParams.set('note', typed)
        for (const address of [
          url.href,
          url.href.replaceAll('+', '%20'),
          `https://s.hn/#${typed}`,
          `https://s.hn/${typed}/thanks`,
        ]) {
          const { status, body } = await world.api('POST', '/v1/checkouts', {
            order: orderWith({}),
            [field]: address,
          })
          expect([status, body.errors]).toMatchObject([422, [{ path: field }]])
        }
      }
      await expectKeptNowhere()
    },
  )

  it('the refusal is in Spanish for a client that prefers Spanish', async () => {
    const { body } = await world.api(
      'POST',
      '/v1/checkouts',
      { order: orderWith({ id: TYPED[0] }) },
      { 'accept-language': 'es' },
    )
    expect(body.errors).toEqual([
      {
        path: 'order.id',
        message: 'Contiene lo que parece un número de tarjeta; no envíe aquí datos de tarjetas',
      },
    ])
  })
})

it('none of 10,000 order ids of 13 digits that begin with 4 counts as a card number', () => {
  const isRefused = (id: string) => withoutCardNumbers({ order: { id } }).issues.length > 0
  const ids = Array.from({ length: 10_000 }, (_, index) => String(4_123_456_780_000 + index * 37))
  expect(ids.filter(passesLuhn).length).toBeGreaterThan(500)
  expect(ids.filter(isRefused)).toEqual([])
})

it('an order whose 13-digit id passes for an old card number can be paid, read and refunded', async () => {
  const order = orderWith({ id: '4222222222222' })
  const { status, body } = await world.api('POST', '/v1/checkouts', { order })
  expect(status).toBe(201)
  await world.pay(body.payment.checkout_url)
  await world.shop.waitFor((message) => message.order.id === order.id)
  expect((await readOrder(order.id)).status).toBe('paid')
  const refund = await world.api(
    'POST',
    `/v1/orders/${order.id}/refunds`,
    { amount: '10.00' },
    { 'idempotency-key': 'refund-of-4222222222222' },
  )
  expect(refund.status).toBeLessThan(300)
})

it('a card number in the reason of a refund is masked, and the refund goes ahead', async () => {
  const { body: checkout } = await world.api('POST', '/v1/checkouts', { order: orderWith({}) })
  const { id } = checkout.order
  await world.pay(checkout.payment.checkout_url)
  await world.shop.waitFor(({ order }) => order.id === id)
  const ask = (reason: string, key: string) =>
    world.api(
      'POST',
      `/v1/orders/${id}/refunds`,
      { amount: '10.00', reason },
      { 'idempotency-key': key },
    )
  const { status, body } = await ask(`IMEI ${IMEI} is broken; to the card ${TYPED[1]}`, 'once')
  const kept = `IMEI ${IMEI} is broken; to the card ${MASK}`
  expect([status < 300, body.refund.reason]).toEqual([true, kept])
  expect((await ask('One jar arrived broken', TYPED[1])).body.errors).toMatchObject([
    { path: 'Idempotency-Key' },
  ])
  await expectKeptNowhere()
})

it('long phone, identity and order numbers do not count as card numbers', async () => {
  const { status } = await world.api('POST', '/v1/checkouts', {
    order: orderWith({
      number: '5678901234567',
      customer: { phone: '+52 1 55 1234 5678', identity_number: '4222222222222' },
      metadata: { shopify_order: 5_678_901_234_560, paid_from: '2026-11-22T05:20:00.000Z' },
    }),
  })
  expect(status).toBe(201)
})

it('a platform order in which a customer typed a card number is opened without it', async () => {
  const { ctx } = world.puente
  const store = await findStore(ctx.db.query, TEST_STORE)
  if (!store) throw new Error('no store')
  const opened = await startCheckout(ctx, store, {
    externalId: 'T-of-platform',
    number: null,
    amount: moneyFromMinor(10_000n, 'HNL'),
    description: null,
    customer: { name: `Ana ${TYPED[1]}`, email: 'ana@example.com' },
    metadata: { items: `2 × Gift for ${TYPED[0]}, 1 × iPhone ${IMEI}`, of: '4222222222222' },
    locale: 'es',
    mode: 'hosted',
    successUrl: null,
    cancelUrl: null,
    expiresInMinutes: null,
  })
  expect(opened.outcome).not.toBe('refused')
  const { body } = await world.api('GET', '/v1/orders/T-of-platform')
  expect(body.order.customer).toEqual({ email: 'ana@example.com' })
  expect(body.order.metadata).toEqual({
    items: `2 × Gift for ${MASK}, 1 × iPhone ${IMEI}`,
    of: '4222222222222',
  })
  await expectKeptNowhere()
})

it.each([
  ['card_file', '4111111111111111'],
  ['client_secret', 'tok_4111111111111111'],
  ['order_ids', '4111 1111 1111 1111'],
  ['payment_token', '4111111111111111'],
])('metadata named %s loses its card number, as any other does', (name, text) => {
  const { value, issues } = withoutCardNumbers({ order: { metadata: { [name]: text } } })
  expect(issues).toEqual([])
  expect(JSON.stringify(value)).toContain(MASK)
  expect(JSON.stringify(value)).not.toContain(text)
})

it('a card number behind the prefix of a token is refused, and a real token is accepted', () => {
  const pathsOf = (value: Json) =>
    withoutCardNumbers(value).issues.map(({ path }) => path.join('.'))
  expect(pathsOf({ order: { id: 'tok_4111111111111111' } })).toEqual(['order.id'])
  expect(pathsOf({ name: 'pm_4111111111111111a' })).toEqual(['name'])
  expect(pathsOf({ payment_token: 'tok_b4111111111111111' })).toEqual([])
})
