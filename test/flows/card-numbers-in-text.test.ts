import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findStore } from '../../src/db/stores.ts'
import { moneyFromMinor } from '../../src/domain/money.ts'
import { startCheckout } from '../../src/payments/checkout/start-checkout.ts'
import { createLog } from '../../src/runtime/log.ts'
import { type Json, startWorld, TEST_STORE, type World } from '../support/world.ts'

/** The sandbox's own, as customers type them where they do not belong. */
const TYPED = ['4111111111111111', '4111 1111 1111 1111', '4111-1111-1111-1111'] as const

let world: World
const logged: string[] = []
beforeAll(async () => {
  const destination = { write: (line: string) => void logged.push(line) }
  world = await startWorld({}, { log: createLog({ level: 'trace', service: 'test', destination }) })
})
afterAll(() => world.close())

let orders = 0
const orderWith = (more: Json): Json => ({
  id: `T-${++orders}`,
  amount: '100.00',
  currency: 'HNL',
  ...more,
})

/** The tables in which any row holds a text, however it is written there. */
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

describe('a card number in a text of an order', () => {
  it.each([
    ['the order number', 'order.number', (text: string) => ({ number: text })],
    ['the description', 'order.description', (text: string) => ({ description: `Café, ${text}` })],
    ['the name', 'order.customer.name', (text: string) => ({ customer: { name: `Ana ${text}` } })],
    [
      'the e-mail address',
      'order.customer.email',
      (text: string) => ({ customer: { email: `${text}@example.com` } }),
    ],
    [
      'the telephone number',
      'order.customer.phone',
      (text: string) => ({ customer: { phone: text } }),
    ],
    [
      'the identity number',
      'order.customer.identity_number',
      (text: string) => ({ customer: { identity_number: text } }),
    ],
    ['metadata', 'order.metadata.note', (text: string) => ({ metadata: { note: text } })],
    [
      'the name of metadata',
      'order.metadata.[card number]',
      (text: string) => ({ metadata: { [text]: 'x' } }),
    ],
  ])(
    'is refused in %s with the field, and neither kept nor said again',
    async (_, path, textIn) => {
      for (const typed of TYPED) {
        const order = orderWith(textIn(typed))
        const { status, body } = await world.api('POST', '/v1/checkouts', { order })
        expect(status).toBe(422)
        expect(body.errors).toEqual([
          { path, message: 'Holds what looks like a card number; card data must not be sent here' },
        ])
        expect(JSON.stringify(body)).not.toContain(typed)
        expect((await world.api('GET', `/v1/orders/${order.id}`)).status).toBe(404)
      }
      await expectKeptNowhere()
    },
  )

  it('is refused as a number of metadata, and as the name of a field that there is not', async () => {
    const asNumber = await world.api('POST', '/v1/checkouts', {
      order: orderWith({ metadata: { note: 4_111_111_111_111_111 } }),
    })
    expect(asNumber.body.errors).toMatchObject([{ path: 'order.metadata.note' }])
    const asName = await world.api('POST', '/v1/checkouts', {
      order: orderWith({ '4111 1111 1111 1111': 'Ana' }),
    })
    expect(asName.status).toBe(422)
    expect(asName.body.errors).toMatchObject([{ path: 'order.[card number]' }])
    await expectKeptNowhere()
  })

  it.each(['success_url', 'cancel_url'])(
    'is refused in the query of %s, however it is encoded there',
    async (field) => {
      for (const typed of TYPED) {
        const url = new URL('https://shop.example/thanks')
        url.searchParams.set('note', typed)
        for (const address of [
          url.href,
          url.href.replaceAll('+', '%20'),
          `https://s.hn/#${typed}`,
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

  it('is said in Spanish to who reads Spanish', async () => {
    const { body } = await world.api(
      'POST',
      '/v1/checkouts',
      { order: orderWith({ description: TYPED[1] }) },
      { 'accept-language': 'es' },
    )
    expect(body.errors).toEqual([
      {
        path: 'order.description',
        message: 'Contiene lo que parece un número de tarjeta; aquí no se envían datos de tarjetas',
      },
    ])
  })
})

it('a card number in the reason of a refund is refused, and the refund can be asked for without', async () => {
  const { body: checkout } = await world.api('POST', '/v1/checkouts', { order: orderWith({}) })
  const { id } = checkout.order
  await world.pay(checkout.payment.checkout_url)
  await world.shop.waitFor(({ order }) => order.id === id)
  const ask = (reason: string) =>
    world.api(
      'POST',
      `/v1/orders/${id}/refunds`,
      { amount: '10.00', reason },
      { 'idempotency-key': 'once' },
    )
  const refused = await ask(`to the card ${TYPED[1]}`)
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toMatchObject([{ path: 'reason' }])
  expect((await ask('One jar arrived broken')).status).toBeLessThan(300)
  await expectKeptNowhere()
})

it('telephone, identity and order numbers that are long are no card numbers', async () => {
  const { status } = await world.api('POST', '/v1/checkouts', {
    order: orderWith({
      number: '5678901234567',
      customer: { phone: '+52 1 55 1234 5678', identity_number: '4222222222222' },
      metadata: { shopify_order: 5_678_901_234_560, paid_from: '2026-11-22T05:20:00.000Z' },
    }),
  })
  expect(status).toBe(201)
})

it('an order of a platform whose customer typed a card number is opened without that text', async () => {
  const { ctx } = world.puente
  const store = await findStore(ctx.db.query, TEST_STORE)
  if (!store) throw new Error('no store')
  const opened = await startCheckout(ctx, store, {
    externalId: 'T-of-platform',
    number: null,
    amount: moneyFromMinor(10_000n, 'HNL'),
    description: null,
    customer: { name: `Ana ${TYPED[1]}`, email: 'ana@example.com' },
    metadata: {},
    locale: 'es',
    mode: 'hosted',
    successUrl: null,
    cancelUrl: null,
    expiresInMinutes: null,
  })
  expect(opened.outcome).not.toBe('refused')
  const { body } = await world.api('GET', '/v1/orders/T-of-platform')
  expect(body.order.customer).toEqual({ email: 'ana@example.com' })
  await expectKeptNowhere()
})
