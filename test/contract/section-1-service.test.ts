import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, LIVE_KEY, order, startHarness } from './support/harness.ts'

describe('1. What the service does', () => {
  let gateway: Harness
  beforeAll(async () => {
    gateway = await startHarness()
  })
  afterAll(() => gateway.close())

  test('1.1 amounts are decimal units, and the default currency is HNL, 340', async () => {
    const payment = await gateway.createPayment({ amount: 125.5 })
    expect(payment).toMatchObject({ amount: 125.5, currency: '340', currency_iso: 'HNL' })
  })

  test('1.7 installments, wallets and line items have no effect', async () => {
    const payment = await gateway.createPayment({ installments: 3, line_items: [{ sku: 'a' }] })
    expect(payment.total).toBe(100)
    expect(payment).not.toHaveProperty('installments')
  })

  test('1.8 unknown request fields are ignored with a 201 and each is named in warnings', async () => {
    const answer = await gateway.call('POST', '/v1/payments', {
      body: { ...order, foo: 1, service_fee: true, customer: { email: 'a@b.hn', nick: 'x' } },
    })
    expect(answer.status).toBe(201)
    expect(answer.body.warnings).toEqual(['foo', 'service_fee', 'customer.nick'])
  })

  test('1.8 the warnings array is absent when the body was clean', async () => {
    expect(await gateway.createPayment()).not.toHaveProperty('warnings')
  })

  test('1.8 warnings are of the request: GET does not repeat them', async () => {
    const { id } = await gateway.createPayment({ foo: 1 })
    const { body } = await gateway.call('GET', `/v1/payments/${id}`)
    expect(body).not.toHaveProperty('warnings')
  })

  test('1.10 both environments share the routes and are isolated by the key prefix', async () => {
    const test = await gateway.createPayment({ external_reference: 'isolated' })
    const live = await gateway.createPayment({ external_reference: 'isolated' }, LIVE_KEY)
    expect(live.id).not.toBe(test.id)
    for (const [key, own, other] of [
      [undefined, test, live],
      [LIVE_KEY, live, test],
    ] as const) {
      const options = key ? { key } : {}
      const list = await gateway.call('GET', '/v1/payments?external_reference=isolated', options)
      expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([own.id])
      expect((await gateway.call('GET', `/v1/payments/${own.id}`, options)).status).toBe(200)
      const foreign = await gateway.call('GET', `/v1/payments/${other.id}`, options)
      expect(foreign).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
    }
  })
})
