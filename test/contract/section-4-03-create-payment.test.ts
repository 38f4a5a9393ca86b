import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { order, uniqueReference } from './support/harness.ts'
import { HONDURAS_TIME } from './support/shapes.ts'

describe('4.3 POST /payments', () => {
  const create = (fields: Record<string, unknown>) =>
    gateway.call('POST', '/v1/payments', {
      body: { ...order, external_reference: uniqueReference(), ...fields },
    })
  const gateway = useGateway()

  test('a valid request gets 201 with a pending payment and its checkout_url', async () => {
    const answer = await create({})
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ status: 'pending', transaction_id: null })
    expect(answer.body.checkout_url).toMatch(/^https?:\/\//)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['amount is required', { amount: undefined }, 'amount'],
    ['amount is at least 0.01', { amount: 0 }, 'amount'],
    ['amount is not negative', { amount: -5 }, 'amount'],
    ['amount is a number', { amount: 'ten' }, 'amount'],
    ['amount is no object', { amount: {} }, 'amount'],
    ['external_reference is required', { external_reference: undefined }, 'external_reference'],
    ['external_reference is not empty', { external_reference: '' }, 'external_reference'],
    ['external_reference is a string', { external_reference: 5 }, 'external_reference'],
    ['external_reference: max 191', { external_reference: 'x'.repeat(192) }, 'external_reference'],
    ['name is required', { name: undefined }, 'name'],
    ['name is a string', { name: ['x'] }, 'name'],
    ['name: max 191', { name: 'x'.repeat(192) }, 'name'],
    ['an alphabetic currency is rejected', { currency_code: 'HNL' }, 'currency_code'],
    ['a currency that is not enabled on the terminal', { currency_code: '756' }, 'currency_code'],
    ['a currency that does not exist', { currency_code: '000' }, 'currency_code'],
    [
      'description: longer than 120, no truncation',
      { description: 'x'.repeat(121) },
      'description',
    ],
    ['description is a string', { description: 5 }, 'description'],
    ['metadata must be an object: a string', { metadata: 'x' }, 'metadata'],
    ['metadata must be an object: a number', { metadata: 1 }, 'metadata'],
    ['success_url: a custom app scheme', { success_url: 'myapp://ok' }, 'success_url'],
    ['success_url: a script', { success_url: 'javascript:alert(1)' }, 'success_url'],
    ['success_url: no URL', { success_url: 'shop' }, 'success_url'],
    ['cancel_url: a custom app scheme', { cancel_url: 'myapp://ok' }, 'cancel_url'],
    ['cancel_url: no URL', { cancel_url: 'shop' }, 'cancel_url'],
    ['expires_at in the past', { expires_at: '2020-01-01 00:00:00' }, 'expires_at'],
    ['expires_at in the past, ISO 8601', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['expires_at is a time', { expires_at: 'soon' }, 'expires_at'],
    ['expires_at is a time that exists', { expires_at: '2090-02-30 10:00:00' }, 'expires_at'],
    ['customer is an object', { customer: 'Ana' }, 'customer'],
    ['lock_customer_fields is a boolean', { lock_customer_fields: 'yes' }, 'lock_customer_fields'],
    ['reusable is a boolean', { reusable: 'yes' }, 'reusable'],
    ['sales_tax_type is one of three', { sales_tax_type: 'vat' }, 'sales_tax_type'],
    ['a fixed tax needs sales_tax_value', { sales_tax_type: 'fixed' }, 'sales_tax_value'],
    ['a tax percentage needs it', { sales_tax_type: 'percentage' }, 'sales_tax_value'],
    [
      'sales_tax_value is a number',
      { sales_tax_type: 'fixed', sales_tax_value: 'some' },
      'sales_tax_value',
    ],
    [
      'a tax percentage above 100',
      { sales_tax_type: 'percentage', sales_tax_value: 100.01 },
      'sales_tax_value',
    ],
    ['tip_enabled is a boolean', { tip_enabled: 'yes' }, 'tip_enabled'],
    ['tip_preset_percentages is a list', { tip_preset_percentages: 10 }, 'tip_preset_percentages'],
    ['service_fee_enabled is a boolean', { service_fee_enabled: 'on' }, 'service_fee_enabled'],
  ])('an invalid field gets 422: %s', async (_, fields, field) => {
    const answer = await create(fields)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  /** The contract does not show the key of tip violations in `errors`. */
  test.each<[string, Record<string, unknown>]>([
    ['tip_enabled without a mode', {}],
    ['tip_enabled with a mode that is switched off', { tip_customer_selectable: false }],
    ['tip_max_amount above amount', { tip_customer_selectable: true, tip_max_amount: 100.01 }],
    ['tip_min_amount above amount', { tip_customer_selectable: true, tip_min_amount: 101 }],
  ])('an invalid tip gets 422: %s', async (_, fields) => {
    const answer = await create({ tip_enabled: true, ...fields })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors).join()).toContain('tip_')
  })

  test('a fixed and a customer-selected tip together get 422', async () => {
    for (const tip_type of ['fixed', 'amount', 'percentage', 'percent']) {
      const answer = await create({
        tip_enabled: true,
        tip_type,
        tip_value: 5,
        tip_customer_selectable: true,
      })
      expect(answer.status).toBe(422)
    }
  })

  test('errors names all missing fields together', async () => {
    const answer = await gateway.call('POST', '/v1/payments', { body: {} })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors).toSorted()).toEqual([
      'amount',
      'external_reference',
      'name',
    ])
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['the minimum of 0.01', { amount: 0.01 }, { amount: 0.01, total: 0.01 }],
    ['a numeric string as amount', { amount: '125.50' }, { amount: 125.5, total: 125.5 }],
    ['an amount of millions: no maximum', { amount: 99_999_999.99 }, { amount: 99_999_999.99 }],
    ['a description', { description: 'Dos libros' }, { description: 'Dos libros' }],
    ['the terminal currency by its numeric code', { currency_code: '340' }, { currency: '340' }],
    ['an http URL', { success_url: 'http://shop.hn/ok?order=1' }, { status: 'pending' }],
    ['an https URL', { cancel_url: 'https://shop.hn/cart' }, { status: 'pending' }],
    [
      'a tax of 100 %',
      { sales_tax_type: 'percentage', sales_tax_value: 100 },
      { sales_tax_amount: 100, total: 200 },
    ],
    [
      'tax as a percentage of the subtotal',
      { sales_tax_type: 'percentage', sales_tax_value: 15 },
      { subtotal: 100, sales_tax_amount: 15, total: 115 },
    ],
    [
      'a fixed tax',
      { sales_tax_type: 'fixed', sales_tax_value: 7.25 },
      { sales_tax_amount: 7.25, total: 107.25 },
    ],
    ['no tax', { sales_tax_type: 'none' }, { sales_tax_amount: 0, total: 100 }],
    ['no tax by default', {}, { sales_tax_amount: 0, total: 100 }],
    [
      'a tip that the customer selects',
      {
        tip_enabled: true,
        tip_customer_selectable: true,
        tip_preset_percentages: [5, 10],
        tip_allow_custom: true,
        tip_min_amount: 1,
        tip_max_amount: 100,
      },
      { total: 100 },
    ],
    ['no fee by default', {}, { service_fee_amount: 0 }],
    ['no fee when false', { service_fee_enabled: false }, { service_fee_amount: 0 }],
    ['reusable', { reusable: true }, { reusable: true }],
    ['not reusable by default', {}, { reusable: false }],
    ['a customer', { customer: { name: 'Ana' } }, { customer: { name: 'Ana', email: null } }],
  ])('a valid field gets 201: %s', async (_, fields, expected) => {
    expect(await create(fields)).toMatchObject({ status: 201, body: expected })
  })

  test('at least one fixed tip type is valid', async () => {
    const types = ['fixed', 'amount', 'percentage', 'percent']
    const answers = await Promise.all(
      types.map((tip_type) => create({ tip_enabled: true, tip_type, tip_value: 10 })),
    )
    expect(answers.map(({ status }) => status)).toContain(201)
  })

  test('creation accepts expires_at as Honduras time or ISO 8601, and returns Honduras time', async () => {
    const forms = ['2090-05-01 10:00:00', '2090-05-01T16:00:00Z', '2090-05-01T10:00:00-06:00']
    for (const expires_at of forms) {
      const answer = await create({ expires_at })
      expect(answer.body.expires_at).toBe('2090-05-01 10:00:00')
    }
  })

  test('a payment without expires_at never expires', async () => {
    expect((await create({})).body.expires_at).toBeNull()
  })

  test('expires_at is Honduras time, not UTC', async () => {
    const soon = new Date((await gateway.now()).getTime() + 3_600_000).toISOString()
    // One hour ahead in UTC, seven if parsed as Honduras time.
    const { body } = await create({ expires_at: soon.replace(/\.\d+/, '') })
    const utc = soon.slice(0, 19).replace('T', ' ')
    expect(body.expires_at).toMatch(HONDURAS_TIME)
    expect(body.expires_at < utc).toBe(true)
    // Without an offset, these digits mean an instant six hours later.
    expect((await create({ expires_at: utc })).body.expires_at).toBe(utc)
  })

  test('service_fee_enabled raises the total, so that the merchant nets amount', async () => {
    const { body } = await create({ amount: 1000, service_fee_enabled: true })
    expect(body.service_fee_amount).toBeGreaterThan(0)
    expect(body.amount).toBe(1000)
    expect(body.total).toBeCloseTo(1000 + body.service_fee_amount, 6)
  })

  test.each(['serviceFeeEnabled', 'service_fee', 'service_fee_enable'])(
    'the misspelled field %s is ignored and adds no fee',
    async (spelling) => {
      const answer = await create({ [spelling]: true })
      expect(answer).toMatchObject({ status: 201, body: { service_fee_amount: 0, total: 100 } })
    },
  )

  describe('repeated creation of a reusable payment', () => {
    const reusable = (fields: Record<string, unknown>) => create({ reusable: true, ...fields })

    test('a repeated external_reference returns an equivalent payment', async () => {
      const external_reference = uniqueReference()
      const one = await reusable({ external_reference })
      const other = await reusable({ external_reference })
      expect([one.status, other.status]).toEqual([201, 201])
      expect(other.body).toMatchObject({ external_reference, reusable: true, total: 100 })
    })

    test('another customer, reference and amount create another payment', async () => {
      const one = await reusable({ customer: { email: `${uniqueReference()}@x.hn` } })
      const other = await reusable({
        amount: 101,
        customer: { email: `${uniqueReference()}@x.hn` },
      })
      expect(other.body.id).not.toBe(one.body.id)
    })

    test('another amount creates another payment for a known customer', async () => {
      const customer = { email: `${uniqueReference()}@x.hn`, identity_number: uniqueReference() }
      const one = await reusable({ customer })
      const other = await reusable({ amount: 101, customer })
      expect(other.body.id).not.toBe(one.body.id)
    })

    test('a repeat never returns a non-reusable payment', async () => {
      const external_reference = uniqueReference()
      const one = await create({ external_reference })
      const other = await reusable({ external_reference })
      expect(other.body.id).not.toBe(one.body.id)
    })
  })

  test('a request without a key gets 401, whatever its body', async () => {
    const answer = await gateway.call('POST', '/v1/payments', { key: null, body: '{' })
    expect(answer.status).toBe(401)
  })
})
