import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { CARDS, LIVE_KEY, order, testCard, uniqueReference } from './support/harness.ts'
import { bothEnvironmentsTest, controlledTest } from './support/target.ts'

describe('1. What the service does', () => {
  const gateway = useGateway()

  test('1.1 amounts are decimal units, and the default currency is HNL, 340', async () => {
    const payment = await gateway.createPayment({ amount: 125.5 })
    expect(payment).toMatchObject({ amount: 125.5, currency: '340', currency_iso: 'HNL' })
  })

  test('1.2 in mode 1, POST /payments creates a hosted checkout that a browser can open', async () => {
    const { checkout_url } = await gateway.createPayment()
    const page = await fetch(checkout_url)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  })

  test.each([
    ['mode 2', '/embed/v1/confirm'],
    ['mode 3A', '/v1/payment-methods/pm_unknown/charge'],
    ['mode 3A, the alias', '/v1/payments/token-charge'],
  ])('1.2 %s has its own endpoint: POST %s requires the secret key', async (_, path) => {
    const answer = await gateway.call('POST', path, { body: {} })
    expect(answer.body.code).not.toBe('not_found')
    expect((await gateway.call('POST', path, { body: {}, key: null })).status).toBe(401)
  })

  test('1.3 the API drops card fields like any unknown field', async () => {
    const answer = await gateway.call('POST', '/v1/payments', {
      body: { ...order, external_reference: uniqueReference(), card: testCard(CARDS.approved) },
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ status: 'pending', transaction_id: null })
    expect(JSON.stringify(answer.body)).not.toContain(CARDS.approved)
    expect(JSON.stringify(answer.body.warnings)).toContain('card')
  })

  test('1.4 the API has no capture endpoint', async () => {
    const { id } = await gateway.createPayment()
    const answer = await gateway.call('POST', `/v1/payments/${id}/capture`, { body: {} })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  controlledTest('1.4 every approved charge is paid immediately, without a hold', async () => {
    const payment = await gateway.createPayment({ capture: false, capture_method: 'manual' })
    const { body } = await gateway.pay({ payment_id: payment.id })
    expect(body.status).toBe('approved')
    expect((await gateway.getPayment(payment.id)).status).toBe('paid')
  })

  test('1.5 no request field turns 3-D Secure on', async () => {
    const { warnings } = await gateway.createPayment({ three_d_secure: true, force_3ds: true })
    expect(JSON.stringify(warnings)).toContain('three_d_secure')
    expect(JSON.stringify(warnings)).toContain('force_3ds')
  })

  controlledTest.each([CARDS.approved, CARDS.frictionless])(
    '1.5 the payment object exposes no 3-D Secure results or liability shift: card %s',
    async (number) => {
      const { id } = await gateway.createPayment()
      await gateway.pay({ payment_id: id, number })
      const fields = Object.keys(await gateway.getPayment(id)).join(' ')
      expect(fields).not.toMatch(/eci|cavv|authenticat|protocol|version|liability|3ds/i)
    },
  )

  test.each(['/v1/customers', '/v1/customers/1'])(
    '1.6 the API has no Customer resource: GET %s is not a route',
    async (path) => {
      const answer = await gateway.call('GET', path)
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    },
  )

  test('1.6 a customer is only a prefill and has no id', async () => {
    const payment = await gateway.createPayment({ customer: { name: 'Ana Mejía' } })
    expect(payment.customer).not.toHaveProperty('id')
    expect(payment).not.toHaveProperty('customer_id')
  })

  test.each([
    'installments',
    'wallet',
    'line_items',
    'shipping',
    'statement_descriptor',
    'application_fee',
  ])('1.7 %s has no effect, and warnings names it', async (field) => {
    const payment = await gateway.createPayment({ [field]: 3 })
    expect(payment).toMatchObject({ amount: 100, total: 100 })
    expect(payment).not.toHaveProperty(field)
    expect(JSON.stringify(payment.warnings)).toContain(field)
  })

  test('1.8 unknown request fields still return 201, and warnings names each', async () => {
    const answer = await gateway.call('POST', '/v1/payments', {
      body: { ...order, external_reference: uniqueReference(), foo: 1, service_fee: true },
    })
    expect(answer.status).toBe(201)
    expect(answer.body.warnings).toBeInstanceOf(Array)
    expect(answer.body.warnings).toHaveLength(2)
    for (const field of ['foo', 'service_fee']) {
      expect(JSON.stringify(answer.body.warnings)).toContain(field)
    }
  })

  test('1.8 a clean body returns no warnings array', async () => {
    expect(await gateway.createPayment()).not.toHaveProperty('warnings')
  })

  test("1.8 an unknown field does not hide another field's violation", async () => {
    const answer = await gateway.call('POST', '/v1/payments', {
      body: { ...order, amount: 0, foo: 1 },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveProperty('amount')
    expect(answer.body.errors).not.toHaveProperty('foo')
  })

  test('1.9 opening the checkout or success_url does not pay the payment', async () => {
    const success_url = 'https://shop.example/thanks'
    const { id, checkout_url } = await gateway.createPayment({ success_url })
    await fetch(checkout_url)
    expect(await gateway.getPayment(id)).toMatchObject({ status: 'pending', paid_at: null })
  })

  bothEnvironmentsTest(
    '1.10 both environments have identical routes and are isolated',
    async () => {
      const external_reference = uniqueReference()
      const test = await gateway.createPayment({ external_reference })
      const live = await gateway.createPayment({ external_reference }, LIVE_KEY)
      for (const [key, own] of [
        [undefined, test],
        [LIVE_KEY, live],
      ] as const) {
        const options = key ? { key } : {}
        const path = `/v1/payments?external_reference=${external_reference}`
        const list = await gateway.call('GET', path, options)
        expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([own.id])
        expect((await gateway.call('GET', `/v1/payments/${own.id}`, options)).status).toBe(200)
      }
    },
  )
})
