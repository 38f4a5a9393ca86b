import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentList, paymentObject } from '../../src/contract/payment.ts'
import { CARDS, type Harness, startHarness } from './support/harness.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

describe('2.1 Payment object', () => {
  let gateway: Harness
  const get = async (id: number) => (await gateway.call('GET', `/v1/payments/${id}`)).body
  beforeAll(async () => {
    gateway = await startHarness()
  })
  afterAll(() => gateway.close())

  test('it reads as the contract schema, on creation and on retrieval', async () => {
    const created = await gateway.createPayment()
    expect(() => paymentObject.parse(created)).not.toThrow()
    expect(paymentObject.parse(await get(created.id)).id).toBe(created.id)
  })

  test('a new payment is pending, with a numeric id and no transaction', async () => {
    const payment = await gateway.createPayment()
    expect(Number.isInteger(payment.id)).toBe(true)
    expect(payment).toMatchObject({
      status: 'pending',
      description: null,
      reusable: false,
      transaction_id: null,
      refund_status: 'none',
      expires_at: null,
      paid_at: null,
    })
  })

  test('total is subtotal + sales_tax_amount + service_fee_amount', async () => {
    const payment = await gateway.createPayment({
      amount: 100.1,
      sales_tax_type: 'percentage',
      sales_tax_value: 15,
      service_fee_enabled: true,
    })
    const { subtotal, sales_tax_amount, service_fee_amount, total } = payment
    expect(service_fee_amount).toBeGreaterThan(0)
    expect(total).toBeCloseTo(subtotal + sales_tax_amount + service_fee_amount, 9)
  })

  test('metadata is returned untouched', async () => {
    const metadata = { b: [1, { c: null }], a: 'ñ', nested: { deep: true }, n: '\u0000' }
    const created = await gateway.createPayment({ metadata })
    expect(created.metadata).toEqual(metadata)
    expect((await get(created.id)).metadata).toEqual(metadata)
    expect(Object.keys(created.metadata)).toEqual(Object.keys(metadata))
  })

  test('empty metadata is an empty object in the creation response', async () => {
    expect((await gateway.createPayment()).metadata).toEqual({})
    expect((await gateway.createPayment({ metadata: {} })).metadata).toEqual({})
  })

  test('the customer is echoed back, each field a string or null', async () => {
    const payment = await gateway.createPayment({ customer: { email: 'ana@ejemplo.hn' } })
    expect(payment.customer).toEqual({
      name: null,
      email: 'ana@ejemplo.hn',
      phone: null,
      identity_number: null,
    })
  })

  test('lock_customer_fields may be absent from the 201, and is there on GET', async () => {
    const { id } = await gateway.createPayment({ lock_customer_fields: true })
    expect((await get(id)).lock_customer_fields).toBe(true)
  })

  test('the slug of checkout_url is 12 lowercase characters', async () => {
    const { checkout_url } = await gateway.createPayment()
    expect(new URL(checkout_url).pathname.split('/').at(-1)).toMatch(/^[a-z]{12}$/)
  })

  test('timestamps are Honduras local time, six hours behind UTC', async () => {
    const payment = await gateway.createPayment()
    expect(payment.created_at).toMatch(LOCAL_TIME)
    const asUtc = new Date(`${payment.created_at.replace(' ', 'T')}Z`).getTime()
    const sixHours = 6 * 3_600_000
    expect(Math.abs(Date.now() - sixHours - asUtc)).toBeLessThan(10_000)
  })

  test('transaction_id can exist on a payment that is still pending', async () => {
    const { id } = await gateway.createPayment()
    await gateway.pay({ payment_id: id, number: CARDS.declined })
    const payment = await get(id)
    expect(payment).toMatchObject({ status: 'pending', paid_at: null })
    expect(payment.transaction_id).toMatch(UUID)
  })

  test('a paid payment has paid_at, a transaction UUID and a refunded_amount', async () => {
    const { id } = await gateway.createPayment()
    await gateway.pay({ payment_id: id })
    const payment = await get(id)
    expect(payment).toMatchObject({ status: 'paid', refunded_amount: 0, refund_status: 'none' })
    expect(payment.paid_at).toMatch(LOCAL_TIME)
    expect(payment.transaction_id).toMatch(UUID)
  })

  test('refunded_amount is absent from a payment that was never paid', async () => {
    expect(await gateway.createPayment()).not.toHaveProperty('refunded_amount')
  })

  test('2.2 the list envelope has data and integer meta', async () => {
    const { body } = await gateway.call('GET', '/v1/payments')
    expect(() => paymentList.parse(body)).not.toThrow()
    for (const name of ['current_page', 'per_page', 'total', 'last_page']) {
      expect(Number.isInteger(body.meta[name])).toBe(true)
    }
  })

  test('2.3 a reusable payment can carry several transactions', async () => {
    const { id } = await gateway.createPayment({ reusable: true, external_reference: 'r-2.3' })
    const one = await gateway.pay({ payment_id: id })
    const other = await gateway.pay({ payment_id: id })
    expect(one.body.status).toBe('approved')
    expect(other.body.status).toBe('approved')
    expect(other.body.transaction_id).not.toBe(one.body.transaction_id)
  })
})
