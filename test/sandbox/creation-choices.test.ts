import { describe, expect, test } from 'vitest'
import { LIVE_KEY, order, uniqueReference } from '../contract/support/harness.ts'
import { useGateway } from '../support/use-world.ts'

/** Our choices for behaviour that section 4.3 does not show. */
describe('our choices when creating a payment', () => {
  const create = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
    gateway.call('POST', '/v1/payments', {
      body: { ...order, external_reference: uniqueReference(), ...fields },
      headers,
    })
  const gateway = useGateway()

  test.each<[string, Record<string, unknown>, string]>([
    ['fractions of a centavo', { amount: 1.005 }, 'amount'],
    ['a boolean as amount', { amount: true }, 'amount'],
    ['a numeric currency that is no string', { currency_code: 340 }, 'currency_code'],
    ['metadata that are a list', { metadata: ['x'] }, 'metadata'],
    ['a customer email that is no string', { customer: { email: 5 } }, 'customer.email'],
    ['a negative tax', { sales_tax_type: 'fixed', sales_tax_value: -1 }, 'sales_tax_value'],
    ['no tip mode', { tip_enabled: true }, 'tip_enabled'],
    ['a fixed tip without its value', { tip_enabled: true, tip_type: 'fixed' }, 'tip_value'],
    [
      'a fixed tip above amount',
      { tip_enabled: true, tip_type: 'fixed', tip_value: 101 },
      'tip_value',
    ],
    [
      'more tips to choose from than fit on a page',
      { tip_preset_percentages: Array.from({ length: 21 }, (_, index) => index + 1) },
      'tip_preset_percentages',
    ],
    ['tip limits above amount while tips are off', { tip_min_amount: 101 }, 'tip_min_amount'],
  ])('an invalid request gets 422: %s', async (_, fields, field) => {
    const answer = await create(fields)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['billions, exact as text', { amount: '9999999999999.99' }, { amount: 9999999999999.99 }],
    [
      'twenty tips to choose from',
      {
        tip_enabled: true,
        tip_customer_selectable: true,
        tip_preset_percentages: Array.from({ length: 20 }, (_, index) => index + 1),
      },
      { status: 'pending' },
    ],
    ['dollars', { currency_code: '840' }, { currency: '840', currency_iso: 'USD' }],
    ['null as missing', { description: null, metadata: null, customer: null }, { metadata: {} }],
    [
      'a fixed tip in the subtotal',
      { tip_enabled: true, tip_type: 'fixed', tip_value: 10 },
      { amount: 100, subtotal: 110, total: 110 },
    ],
    [
      'another spelling of the fee',
      { serviceFeeEnabled: true },
      { warnings: ['serviceFeeEnabled'] },
    ],
    [
      'unknown fields of the customer',
      { foo: 1, customer: { nick: 'x' } },
      { warnings: ['foo', 'customer.nick'] },
    ],
  ])('a valid request gets 201: %s', async (_, fields, expected) => {
    expect(await create(fields)).toMatchObject({ status: 201, body: expected })
  })

  test('GET does not repeat the warnings of creation', async () => {
    const { body } = await create({ foo: 1 })
    expect(await gateway.getPayment(body.id)).not.toHaveProperty('warnings')
  })

  test('metadata comes back byte for byte, including NUL and key order', async () => {
    const metadata = { b: [1, { c: null }], a: 'ñ', n: '\u0000' }
    const { body } = await create({ metadata })
    const { metadata: kept } = await gateway.getPayment(body.id)
    expect(JSON.stringify(kept)).toBe(JSON.stringify(metadata))
  })

  test('the service fee leaves the merchant amount after commission and ISV', async () => {
    const { body } = await create({ amount: 1000, service_fee_enabled: true })
    const commission = Math.round(body.total * 100 * 0.0425) / 100 + 2.5
    const isv = Math.round(commission * 15) / 100
    expect(body.total - commission - isv).toBeCloseTo(1000, 6)
  })

  test('the slug of checkout_url consists of letters', async () => {
    const { checkout_url } = (await create({})).body
    expect(new URL(checkout_url).pathname).toMatch(/^\/checkout\/[a-z]{12}$/)
  })

  describe('a reused Idempotency-Key', () => {
    const sameBody = { external_reference: 'again' }

    test('a reused key returns the first payment', async () => {
      const headers = { 'idempotency-key': uniqueReference() }
      const one = await create(sameBody, headers)
      const again = await create(sameBody, headers)
      expect(again).toMatchObject({ status: 201, body: { id: one.body.id } })
    })

    test('concurrent requests with one key create one payment', async () => {
      const headers = { 'idempotency-key': 'k'.repeat(5_000) }
      const answers = await Promise.all(Array.from({ length: 10 }, () => create(sameBody, headers)))
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    })

    test('a reused key keeps returning an existing reusable payment', async () => {
      const again = { ...sameBody, reusable: true, external_reference: uniqueReference() }
      const headers = { 'idempotency-key': uniqueReference() }
      const existing = await create(again)
      const first = await create(again, headers)
      expect(first.body.id).toBe(existing.body.id)
      const disabled = { key: null, body: { payment_id: existing.body.id } }
      await gateway.call('POST', '/sandbox/portal/disable', disabled)
      const second = await create(again, headers)
      expect(second.body).toMatchObject({ id: existing.body.id, status: 'disabled' })
    })

    test('the profile also rejects a reused key of an existing reusable payment', async () => {
      await gateway.withProfile({ idempotency_key_reuse: 'rejected_409' }, async () => {
        const again = { reusable: true, external_reference: uniqueReference() }
        const headers = { 'idempotency-key': uniqueReference() }
        await create(again)
        const statuses = [await create(again, headers), await create(again, headers)]
        expect(statuses.map(({ status }) => status)).toEqual([201, 409])
      })
    })

    test('a key is scoped to its environment', async () => {
      const headers = { 'idempotency-key': uniqueReference() }
      const one = await create({}, headers)
      const live = await gateway.call('POST', '/v1/payments', {
        key: LIVE_KEY,
        body: order,
        headers,
      })
      expect(live.body.id).not.toBe(one.body.id)
    })
  })

  describe('repeated creation of a reusable payment', () => {
    const reusable = (fields: Record<string, unknown>) => create({ reusable: true, ...fields })

    test('twenty concurrent creations return one payment', async () => {
      const external_reference = uniqueReference()
      const created = await Promise.all(
        Array.from({ length: 20 }, () => reusable({ external_reference })),
      )
      expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    })

    test('twenty concurrent creations for one customer return one payment', async () => {
      const customer = { email: `${uniqueReference()}@x.hn`, identity_number: uniqueReference() }
      const created = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          reusable({
            external_reference: uniqueReference(),
            customer: index % 2 ? customer : { email: customer.email },
          }),
        ),
      )
      expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    })

    test('a repeated reference returns the existing payment', async () => {
      const external_reference = uniqueReference()
      const one = await reusable({ external_reference })
      const other = await reusable({ external_reference })
      expect(other.body.id).toBe(one.body.id)
    })

    test('a repeated e-mail or identity with equal amount and currency returns the existing payment', async () => {
      const email = `${uniqueReference()}@x.hn`
      const identity_number = uniqueReference()
      const one = await reusable({ customer: { email, identity_number } })
      const byEmail = await reusable({ customer: { email } })
      const byIdentity = await reusable({ customer: { identity_number } })
      expect([byEmail.body.id, byIdentity.body.id]).toEqual([one.body.id, one.body.id])
    })

    test('a repeat creates a new payment once the old one is not payable', async () => {
      const external_reference = uniqueReference()
      const expires_at = new Date((await gateway.now()).getTime() + 60_000).toISOString()
      const one = await reusable({ external_reference, expires_at })
      await gateway.advance(61)
      const other = await reusable({ external_reference })
      expect(other.body.id).not.toBe(one.body.id)
    })

    test('a repeat without e-mail or identity creates a new payment', async () => {
      const one = await reusable({ amount: 77 })
      const other = await reusable({ amount: 77 })
      expect(other.body.id).not.toBe(one.body.id)
    })
  })
})
