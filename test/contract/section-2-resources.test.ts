import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { CARDS } from './support/harness.ts'
import { HONDURAS_TIME, UUID } from './support/shapes.ts'
import { controlledDescribe, controlledTest } from './support/target.ts'

describe('2.1 Payment object', () => {
  const gateway = useGateway()

  const textOrNull = expect.toSatisfy((value) => value === null || typeof value === 'string')
  const number = expect.any(Number)
  const text = expect.any(String)
  /**
   * Table of 2.1, without the optional `lock_customer_fields`, `refunded_amount` and `warnings`.
   */
  const FIELDS = {
    id: number,
    status: text,
    name: text,
    description: textOrNull,
    amount: number,
    reusable: expect.any(Boolean),
    subtotal: number,
    sales_tax_amount: number,
    service_fee_amount: number,
    total: number,
    currency: expect.stringMatching(/^\d{3}$/),
    currency_iso: expect.stringMatching(/^[A-Z]{3}$/),
    external_reference: text,
    metadata: expect.any(Object),
    customer: expect.objectContaining({
      name: textOrNull,
      email: textOrNull,
      phone: textOrNull,
      identity_number: textOrNull,
    }),
    checkout_url: expect.stringMatching(/^https?:/),
    transaction_id: textOrNull,
    refund_status: expect.stringMatching(/^(none|partial|full)$/),
    expires_at: textOrNull,
    created_at: expect.stringMatching(HONDURAS_TIME),
    paid_at: textOrNull,
  }

  test('creation and retrieval return every field with its type', async () => {
    const created = await gateway.createPayment()
    expect(created).toMatchObject(FIELDS)
    expect(await gateway.getPayment(created.id)).toMatchObject(FIELDS)
  })

  test('a new payment is pending, with an integer id and no transaction', async () => {
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

  test('a payment echoes the requested name, description, amount, reusable and external_reference', async () => {
    const wanted = { name: 'Ñandú «2»', description: 'Dos libros', amount: 0.35, reusable: true }
    const created = await gateway.createPayment(wanted)
    expect(created).toMatchObject(wanted)
    expect(await gateway.getPayment(created.id)).toMatchObject({
      ...wanted,
      external_reference: created.external_reference,
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
    expect(total).toBeCloseTo(subtotal + sales_tax_amount + service_fee_amount, 9)
  })

  test('a customer-selected tip is not included at creation', async () => {
    const payment = await gateway.createPayment({
      tip_enabled: true,
      tip_customer_selectable: true,
    })
    expect(payment.total).toBe(100)
  })

  test('currency is the numeric code, and currency_iso the alphabetic code', async () => {
    const payment = await gateway.createPayment({ currency_code: '340' })
    expect(payment).toMatchObject({ currency: '340', currency_iso: 'HNL' })
  })

  test('external_reference is not unique', async () => {
    const one = await gateway.createPayment()
    const { external_reference } = one
    const other = await gateway.createPayment({ external_reference })
    expect(other.id).not.toBe(one.id)
    expect(other.external_reference).toBe(external_reference)
  })

  test('metadata comes back untouched', async () => {
    const metadata = { b: [1, { c: null }], a: 'ñ', nested: { deep: true }, n: 1.5 }
    const created = await gateway.createPayment({ metadata })
    expect(created.metadata).toEqual(metadata)
    expect((await gateway.getPayment(created.id)).metadata).toEqual(metadata)
  })

  test('empty metadata is an empty object in the creation response', async () => {
    expect((await gateway.createPayment()).metadata).toEqual({})
    expect((await gateway.createPayment({ metadata: {} })).metadata).toEqual({})
  })

  test('a payment echoes the customer, each field a string or null', async () => {
    const payment = await gateway.createPayment({ customer: { email: 'ana@ejemplo.hn' } })
    const customer = { name: null, email: 'ana@ejemplo.hn', phone: null, identity_number: null }
    expect(payment.customer).toEqual(customer)
    expect((await gateway.getPayment(payment.id)).customer).toEqual(customer)
  })

  test('checkout_url ends with a slug of 12 lowercase characters without a prefix', async () => {
    const { checkout_url } = await gateway.createPayment()
    expect(new URL(checkout_url).pathname.split('/').at(-1)).toMatch(/^[a-z\d]{12}$/)
  })

  test('timestamps are Honduras local time, six hours behind UTC', async () => {
    const { created_at } = await gateway.createPayment()
    const now = gateway.controls ? (await gateway.now()).getTime() : Date.now()
    const readAsUtc = Date.parse(`${created_at.replace(' ', 'T')}Z`)
    expect(Math.abs(now - 6 * 3_600_000 - readAsUtc)).toBeLessThan(60_000)
  })

  test('expires_at has the format and timezone of created_at', async () => {
    const payment = await gateway.createPayment({ expires_at: '2090-12-31T23:59:59-06:00' })
    expect(payment.expires_at).toBe('2090-12-31 23:59:59')
  })

  controlledTest('an unpaid payment can have a transaction_id', async () => {
    const { id } = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: id, number: CARDS.challenge })
    const payment = await gateway.getPayment(id)
    expect(payment).toMatchObject({ status: 'pending', paid_at: null })
    expect(payment.transaction_id).toBe(body.transaction_id)
  })

  controlledTest(
    'a paid payment has paid_at, a transaction UUID and a refunded_amount',
    async () => {
      const { id } = await gateway.payNew()
      expect(await gateway.getPayment(id)).toMatchObject({
        ...FIELDS,
        status: 'paid',
        paid_at: expect.stringMatching(HONDURAS_TIME),
        transaction_id: expect.stringMatching(UUID),
        refunded_amount: 0,
        refund_status: 'none',
      })
    },
  )

  controlledTest(
    'a void sets refunded_amount to the amount and refund_status to full',
    async () => {
      const { id, transactionId } = await gateway.payNew()
      await gateway.call('POST', `/v1/payments/${transactionId}/void`, { body: {} })
      expect(await gateway.getPayment(id)).toMatchObject({
        status: 'voided',
        refunded_amount: 100,
        refund_status: 'full',
      })
    },
  )

  controlledTest(
    'a partial refund sets refunded_amount to its sum and refund_status to partial',
    async () => {
      const { id, transactionId } = await gateway.payNew()
      await gateway.settle()
      await gateway.call('POST', `/v1/payments/${transactionId}/refund`, {
        body: { amount: 30.25 },
      })
      expect(await gateway.getPayment(id)).toMatchObject({
        status: 'partially_refunded',
        refunded_amount: 30.25,
        refund_status: 'partial',
      })
    },
  )
})

describe('2.2 Payment list envelope', () => {
  const gateway = useGateway()

  test('data is an array of payment objects, and meta has four integers', async () => {
    const { id, external_reference } = await gateway.createPayment()
    const path = `/v1/payments?external_reference=${external_reference}`
    const { body } = await gateway.call('GET', path)
    expect(body.data).toEqual([await gateway.getPayment(id)])
    for (const name of ['current_page', 'per_page', 'total', 'last_page']) {
      expect(Number.isInteger(body.meta[name])).toBe(true)
    }
  })

  test('meta.total counts every match, not only the page', async () => {
    const { external_reference } = await gateway.createPayment()
    await gateway.createPayment({ external_reference })
    const path = `/v1/payments?per_page=1&external_reference=${external_reference}`
    const { body } = await gateway.call('GET', path)
    expect(body.data).toHaveLength(1)
    expect(body.meta).toMatchObject({ total: 2, last_page: 2, per_page: 1, current_page: 1 })
  })
})

controlledDescribe('2.3 Transaction', () => {
  const gateway = useGateway()

  const paidTwice = async () => {
    const { id } = await gateway.createPayment({ reusable: true })
    const first = (await gateway.pay({ payment_id: id })).body.transaction_id
    const second = (await gateway.pay({ payment_id: id })).body.transaction_id
    return { id, first, second }
  }

  test('a reusable payment can carry several transactions, each with a UUID', async () => {
    const { first, second } = await paidTwice()
    expect(first).toMatch(UUID)
    expect(second).toMatch(UUID)
    expect(second).not.toBe(first)
  })

  test("a void leaves the payment's other transactions voidable", async () => {
    const { first, second } = await paidTwice()
    const voiding = (id: string) => gateway.call('POST', `/v1/payments/${id}/void`, { body: {} })
    expect((await voiding(first)).status).toBe(200)
    expect((await voiding(second)).status).toBe(200)
  })

  test("a refund leaves the payment's other transactions fully refundable", async () => {
    const { first, second } = await paidTwice()
    await gateway.settle()
    const refund = (id: string) =>
      gateway.call('POST', `/v1/payments/${id}/refund`, { body: { amount: 100 } })
    expect((await refund(first)).status).toBe(200)
    expect((await refund(first)).status).toBe(422)
    expect((await refund(second)).status).toBe(200)
  })
})
