import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, LIVE_KEY, order, startHarness } from './support/harness.ts'

describe('4.3 POST /payments', () => {
  let gateway: Harness
  const create = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
    gateway.call('POST', '/v1/payments', { body: { ...order, ...fields }, headers })
  beforeAll(async () => {
    gateway = await startHarness()
  })
  afterAll(() => gateway.close())

  /** Each case is refused with 422, and `errors` names the field. */
  test.each<[string, Record<string, unknown>, string]>([
    ['amount is required', { amount: undefined }, 'amount'],
    ['amount is at least 0.01', { amount: 0 }, 'amount'],
    ['amount is not negative', { amount: -5 }, 'amount'],
    ['amount is a number', { amount: 'ten' }, 'amount'],
    ['amount is no boolean', { amount: true }, 'amount'],
    ['amount has no fractions of a centavo', { amount: 1.005 }, 'amount'],
    ['external_reference is required', { external_reference: undefined }, 'external_reference'],
    ['external_reference is not empty', { external_reference: '' }, 'external_reference'],
    ['external_reference is a string', { external_reference: 5 }, 'external_reference'],
    ['external_reference: max 191', { external_reference: 'x'.repeat(192) }, 'external_reference'],
    ['name is required', { name: null }, 'name'],
    ['name: max 191', { name: 'ñ'.repeat(192) }, 'name'],
    ['description: longer than 120 gives 422', { description: 'x'.repeat(121) }, 'description'],
    ['an alphabetic currency is rejected', { currency_code: 'HNL' }, 'currency_code'],
    ['currency_code is a string', { currency_code: 340 }, 'currency_code'],
    ['a currency that is not enabled', { currency_code: '978' }, 'currency_code'],
    ['a currency that does not exist', { currency_code: '000' }, 'currency_code'],
    ['metadata must be an object: a string', { metadata: 'x' }, 'metadata'],
    ['metadata must be an object: a list', { metadata: ['x'] }, 'metadata'],
    ['success_url: a custom app scheme', { success_url: 'myapp://ok' }, 'success_url'],
    ['success_url: no URL', { success_url: 'shop' }, 'success_url'],
    ['cancel_url: same rules', { cancel_url: 'javascript:alert(1)' }, 'cancel_url'],
    ['expires_at in the past', { expires_at: '2020-01-01 00:00:00' }, 'expires_at'],
    ['expires_at in the past, ISO 8601', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['expires_at is a time', { expires_at: 'soon' }, 'expires_at'],
    ['customer is an object', { customer: 'Ana' }, 'customer'],
    ['customer.email is a string', { customer: { email: 5 } }, 'customer.email'],
    ['lock_customer_fields is a boolean', { lock_customer_fields: 'yes' }, 'lock_customer_fields'],
    ['reusable is a boolean', { reusable: 'yes' }, 'reusable'],
    ['sales_tax_type is one of three', { sales_tax_type: 'vat' }, 'sales_tax_type'],
    ['sales_tax_value is required with a type', { sales_tax_type: 'fixed' }, 'sales_tax_value'],
    [
      'a tax percentage above 100',
      { sales_tax_type: 'percentage', sales_tax_value: 100.01 },
      'sales_tax_value',
    ],
    ['a negative tax', { sales_tax_type: 'fixed', sales_tax_value: -1 }, 'sales_tax_value'],
    ['tip_enabled without a mode', { tip_enabled: true }, 'tip_enabled'],
    [
      'tip_enabled with both modes',
      { tip_enabled: true, tip_type: 'fixed', tip_value: 5, tip_customer_selectable: true },
      'tip_enabled',
    ],
    ['a fixed tip without its value', { tip_enabled: true, tip_type: 'fixed' }, 'tip_value'],
    [
      'a fixed tip above amount',
      { tip_enabled: true, tip_type: 'fixed', tip_value: 101 },
      'tip_value',
    ],
    ['tip_min_amount above amount', { tip_min_amount: 101 }, 'tip_min_amount'],
    [
      'tip_max_amount above amount',
      { tip_enabled: true, tip_customer_selectable: true, tip_max_amount: 100.01 },
      'tip_max_amount',
    ],
    ['tip_preset_percentages is a list', { tip_preset_percentages: 10 }, 'tip_preset_percentages'],
    ['service_fee_enabled is a boolean', { service_fee_enabled: 'on' }, 'service_fee_enabled'],
  ])('422: %s', async (_, fields, field) => {
    const answer = await create(fields)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect(answer.body.errors[field][0]).toEqual(expect.any(String))
  })

  test('every missing field is named at once', async () => {
    const answer = await gateway.call('POST', '/v1/payments', { body: {} })
    expect(Object.keys(answer.body.errors)).toEqual(['amount', 'external_reference', 'name'])
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['the minimum of 0.01', { amount: 0.01 }, { amount: 0.01, total: 0.01 }],
    ['a numeric string as amount', { amount: '125.50' }, { amount: 125.5 }],
    [
      'an amount of billions: no maximum',
      { amount: '9999999999999.99' },
      { amount: 9999999999999.99 },
    ],
    ['a reference of 191', { external_reference: 'ñ'.repeat(191) }, {}],
    ['a description of 120', { description: 'ñ'.repeat(120) }, { description: 'ñ'.repeat(120) }],
    [
      'dollars by their numeric code',
      { currency_code: '840' },
      { currency: '840', currency_iso: 'USD' },
    ],
    [
      'null for optional fields',
      { description: null, metadata: null, customer: null },
      { description: null },
    ],
    ['an http URL', { success_url: 'http://shop.hn/ok?order=1' }, { status: 'pending' }],
    [
      'a tax of 100 %',
      { sales_tax_type: 'percentage', sales_tax_value: 100 },
      { sales_tax_amount: 100, total: 200 },
    ],
    [
      'tax as a percentage',
      { sales_tax_type: 'percentage', sales_tax_value: '15' },
      { sales_tax_amount: 15, total: 115 },
    ],
    [
      'a fixed tax',
      { sales_tax_type: 'fixed', sales_tax_value: 7.25 },
      { sales_tax_amount: 7.25, total: 107.25 },
    ],
    ['no tax', { sales_tax_type: 'none' }, { sales_tax_amount: 0, total: 100 }],
    [
      'a fixed tip',
      { tip_enabled: true, tip_type: 'fixed', tip_value: 10 },
      { amount: 100, total: 110 },
    ],
    [
      'a selectable tip, not included',
      {
        tip_enabled: true,
        tip_customer_selectable: true,
        tip_preset_percentages: [5, 10],
        tip_min_amount: 1,
        tip_max_amount: 100,
      },
      { total: 100 },
    ],
    ['no fee by default', {}, { service_fee_amount: 0 }],
    ['no fee when false', { service_fee_enabled: false }, { service_fee_amount: 0 }],
    [
      'another spelling of the fee: silently no fee',
      { serviceFeeEnabled: true },
      { service_fee_amount: 0, warnings: ['serviceFeeEnabled'] },
    ],
  ])('201: %s', async (_, fields, expected) => {
    const answer = await create(fields)
    expect(answer).toMatchObject({ status: 201, body: expected })
  })

  test('expires_at is accepted as Honduras time and as ISO 8601, and shown as Honduras time', async () => {
    const forms = ['2060-05-01 10:00:00', '2060-05-01T16:00:00Z', '2060-05-01T10:00:00-06:00']
    for (const expires_at of forms) {
      expect((await create({ expires_at })).body.expires_at).toBe('2060-05-01 10:00:00')
    }
  })

  test('with the fee the merchant nets amount: total less the commission on total', async () => {
    const { body } = await create({ amount: 1000, service_fee_enabled: true })
    const commission = Math.round(body.total * 100 * 0.0425) / 100 + 2.5
    expect(body.total - commission).toBeCloseTo(1000, 6)
    expect(body.total).toBeCloseTo(1000 + body.service_fee_amount, 6)
  })

  describe('Idempotency-Key', () => {
    test('without a key the same body makes two payments: external_reference is not unique', async () => {
      const [one, other] = await Promise.all([create({}), create({})])
      expect(one.body.id).not.toBe(other.body.id)
    })

    test('the same key returns the same payment (reuse is "not shown"; our choice)', async () => {
      const headers = { 'idempotency-key': 'key-1' }
      const one = await create({}, headers)
      const again = await create({}, headers)
      expect(again).toMatchObject({ status: 201, body: { id: one.body.id } })
    })

    test('the same key at the same time makes one payment', async () => {
      const headers = { 'idempotency-key': 'k'.repeat(5_000) }
      const answers = await Promise.all(Array.from({ length: 10 }, () => create({}, headers)))
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    })

    test('keys of the two environments do not meet', async () => {
      const headers = { 'idempotency-key': 'shared' }
      const one = await create({}, headers)
      const live = await gateway.call('POST', '/v1/payments', {
        key: LIVE_KEY,
        body: order,
        headers,
      })
      expect(live.body.id).not.toBe(one.body.id)
    })
  })

  describe('reusable', () => {
    const reusable = (fields: Record<string, unknown>) => create({ reusable: true, ...fields })

    test('creating again with the same external_reference may return the existing payment', async () => {
      const one = await reusable({ external_reference: 'again' })
      const other = await reusable({ external_reference: 'again' })
      expect(other.body.id).toBe(one.body.id)
    })

    test('so may the same customer email or identity plus amount and currency', async () => {
      const one = await reusable({
        external_reference: 'a',
        customer: { email: 'ana@x.hn', identity_number: '0801' },
      })
      const byEmail = await reusable({ external_reference: 'b', customer: { email: 'ana@x.hn' } })
      const byIdentity = await reusable({
        external_reference: 'c',
        customer: { identity_number: '0801' },
      })
      const otherAmount = await reusable({
        external_reference: 'd',
        amount: 101,
        customer: { email: 'ana@x.hn' },
      })
      expect(byEmail.body.id).toBe(one.body.id)
      expect(byIdentity.body.id).toBe(one.body.id)
      expect(otherAmount.body.id).not.toBe(one.body.id)
    })

    test('not once it is no longer payable', async () => {
      const now = await gateway.now()
      const expires_at = new Date(now.getTime() + 60_000).toISOString()
      const one = await reusable({ external_reference: 'gone', expires_at })
      await gateway.advance(61)
      const other = await reusable({ external_reference: 'gone' })
      expect(other.body.id).not.toBe(one.body.id)
    })

    test('customers without email and identity are not the same customer', async () => {
      const one = await reusable({ external_reference: 'x1', amount: 77 })
      const other = await reusable({ external_reference: 'x2', amount: 77 })
      expect(other.body.id).not.toBe(one.body.id)
    })
  })
})
