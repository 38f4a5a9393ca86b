import { describe, expect, it } from 'vitest'
import { hondurasDayOf } from '../../src/contract/honduras-time.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import {
  type ApiAnswer,
  CARDS,
  cardOf,
  eventually,
  type Json,
  TEST_STORE,
} from '../support/world.ts'

const world = useWorld()
const operator = useStarted(() => startOperatorApi(world))
const cashier = personWith('cashier', { main: 'operator' })
const viewer = personWith('viewer', { main: 'viewer' })

const STORE = `/operator/v1/stores/${TEST_STORE}`
const ITEMS = `${STORE}/counter-items`
const CAFE = { name: 'Café', price: '45.00', currency: 'HNL' }

let keys = 0
const sell = (counter: string, body: Json, key = `sale-${++keys}`): Promise<ApiAnswer> =>
  operator.call(cashier, 'POST', `${STORE}/payment-requests`, {
    body: { source: 'counter', counter, currency: 'HNL', ...body },
    headers: { 'idempotency-key': key },
  })

const pay = async ({ body }: ApiAnswer): Promise<void> => {
  const link = await fetch(body.pay_url, { redirect: 'manual' })
  await world.pay(link.headers.get('location') ?? '')
  await eventually(async () => (await read(body.order.id)).state === 'paid')
}

const read = async (id: string): Promise<Json> =>
  (await operator.call(cashier, 'GET', `/operator/v1/payment-requests/${id}`)).body

const takings = async (counter: string, more = ''): Promise<Json> => {
  const path = `${STORE}/counter-takings?counter=${encodeURIComponent(counter)}${more}`
  return (await operator.call(viewer, 'GET', path)).body
}

describe('favourites of a counter', () => {
  it('an operator adds, changes and removes favourites, and a viewer sees them', async () => {
    const added = await operator.call(cashier, 'POST', ITEMS, { body: CAFE })
    expect([added.status, added.body]).toEqual([201, { id: expect.any(String), ...CAFE }])
    const path = `/operator/v1/counter-items/${added.body.id}`
    const changed = await operator.call(cashier, 'PATCH', path, {
      body: { ...CAFE, price: 'L 50' },
    })
    expect(changed.status).toBe(422)
    await operator.call(cashier, 'PATCH', path, { body: { ...CAFE, price: '50' } })
    const listed = await operator.call(viewer, 'GET', ITEMS)
    expect(listed.body.data).toEqual([{ ...added.body, price: '50.00' }])
    await operator.call(cashier, 'DELETE', path)
    expect((await operator.call(viewer, 'GET', ITEMS)).body.data).toEqual([])
    expect((await operator.call(cashier, 'DELETE', path)).status).toBe(404)
  })

  it.each([
    ['price', { ...CAFE, price: '0' }],
    ['price', { ...CAFE, price: 'caro' }],
    ['name', { ...CAFE, name: ' ' }],
    ['currency', { ...CAFE, currency: 'LPS' }],
  ])('a favourite with a wrong %s is refused at its field', async (path, body) => {
    const { status, body: answer } = await operator.call(cashier, 'POST', ITEMS, { body })
    expect([status, answer.errors?.[0]?.path]).toEqual([422, path])
  })

  it('a store has at most a hundred favourites', async () => {
    for (let item = 0; item < 100; item++) {
      await operator.call(cashier, 'POST', ITEMS, { body: { ...CAFE, name: `Pan ${item}` } })
    }
    const { status, body } = await operator.call(cashier, 'POST', ITEMS, { body: CAFE })
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'name'])
  })
})

describe('a payment of a counter', () => {
  it('a payment repeated after a lost response is the same order, with one payment', async () => {
    const sale = { amount: '110.00', tip: '10.00', description: '2 × Café' }
    const answers = await Promise.all([1, 2, 3].map(() => sell('Caja 1', sale, 'lost-answer')))
    const again = await sell('Caja 1', sale, 'lost-answer')
    const ids = [...answers, again].map(({ body }) => body.order?.id)
    expect(new Set(ids.filter(Boolean)).size).toBe(1)
    expect(again).toMatchObject({
      status: 200,
      body: { source: 'counter', counter: 'Caja 1', tip: '10.00', amount: '110.00', state: 'open' },
    })
    const { order, payments } = (
      await world.api('GET', `/v1/orders/${again.body.order.external_id}`)
    ).body
    expect(order.source).toBe('counter')
    expect(payments).toHaveLength(1)
  })

  it('an open payment is on the list of its counter, and not among payment requests', async () => {
    const { body } = await sell('Caja lista', { amount: '15.00' })
    const list = async (query: string): Promise<string[]> => {
      const path = `/operator/v1/payment-requests?${query}`
      const { data } = (await operator.call(viewer, 'GET', path)).body
      return data.map(({ order }: Json) => order.id)
    }
    expect(await list('source=counter&state=open&counter=Caja%20lista')).toEqual([body.order.id])
    expect(await list('source=counter&counter=Caja%20otra')).toEqual([])
    expect(await list('')).not.toContain(body.order.id)
    await operator.call(cashier, 'POST', `/operator/v1/orders/${body.order.id}/cancel`)
    expect(await list('source=counter&state=open&counter=Caja%20lista')).toEqual([])
  })

  it.each([
    ['as large as the amount', '20.00'],
    ['above the amount', '25'],
    ['below zero', '-1'],
    ['that is no amount', 'mucha'],
  ])('a payment with a tip %s is refused', async (_, tip) => {
    const { status, body } = await sell('Caja 1', { amount: '20.00', tip })
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'tip'])
  })
})

describe('takings of a counter', () => {
  it('the takings count the payments of a Honduras day, by card and otherwise, with tips', async () => {
    await pay(await sell('Caja A', { amount: '110.00', tip: '10.00' }))
    await pay(await sell('Caja A', { amount: '50.00' }))
    await pay(await sell('Caja B', { amount: '7.00' }))
    const cash = await sell('Caja A', { amount: '40.00' })
    const path = `/operator/v1/payment-requests/${cash.body.order.id}/paid-otherwise`
    await operator.call(cashier, 'POST', path, { body: { how: 'cash' } })
    await sell('Caja A', { amount: '99.00' })
    const today = hondurasDayOf(world.puente.ctx.clock.now())
    expect(await takings('Caja A')).toEqual({
      day: today,
      counter: 'Caja A',
      data: [
        {
          ...{ currency: 'HNL', payments: 2, paid: '160.00', tips: '10.00' },
          ...{ other_payments: 1, paid_otherwise: '40.00' },
        },
      ],
    })
    expect((await takings('Caja B')).data).toMatchObject([{ payments: 1, paid: '7.00' }])
    expect((await takings('Caja A', '&day=2026-01-01')).data).toEqual([])
    const wrong = await operator.call(viewer, 'GET', `${STORE}/counter-takings?day=2026-02-30`)
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, 'day'])
  })

  it('the takings include the tip that a customer chose at the gateway', async () => {
    await world.api('PATCH', '/v1/store', {
      policy: { tip: { preset_percentages: ['10'], allow_custom: true } },
    })
    const { body } = await sell('Caja propina', { amount: '100.00' })
    const link = await fetch(body.pay_url, { redirect: 'manual' })
    const checkoutUrl = link.headers.get('location')
    const card = cardOf(CARDS.approved)
    await world.control('/sandbox/pay', { checkout_url: checkoutUrl, card, tip: '10.00' })
    await eventually(async () => (await read(body.order.id)).state === 'paid')
    expect((await takings('Caja propina')).data).toMatchObject([{ paid: '110.00', tips: '10.00' }])
  })
})
