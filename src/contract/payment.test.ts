import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentList, paymentObject } from './payment.ts'
import { isPaymentState } from './payment-states.ts'

/** Response of `GET /payments/{id}` (`gateway-api.md` 2.1). */
const paid = {
  id: 10452,
  status: 'paid',
  name: 'Order #1001',
  description: null,
  amount: 125.5,
  reusable: false,
  subtotal: 125.5,
  sales_tax_amount: 0,
  service_fee_amount: 4.39,
  total: 129.89,
  currency: '340',
  currency_iso: 'HNL',
  external_reference: '1001',
  metadata: { cart: 'c-1' },
  customer: { name: 'Ana', email: 'ana@example.hn', phone: null, identity_number: null },
  lock_customer_fields: true,
  checkout_url: 'https://pay.example/abcdefghijkl',
  transaction_id: '9f0c2e5a-8a4e-4a53-9b1c-0f4f7d2f7c11',
  refunded_amount: 0,
  refund_status: 'none',
  expires_at: '2026-11-21 23:59:59',
  created_at: '2026-11-20 18:30:00',
  paid_at: '2026-11-20 20:00:00',
}

const read = (changes: Record<string, unknown> = {}) => paymentObject.parse({ ...paid, ...changes })
const without = (...names: string[]) =>
  paymentObject.parse(
    Object.fromEntries(Object.entries(paid).filter(([name]) => !names.includes(name))),
  )

describe('payment objects', () => {
  it('a payment parses to exact amounts and instants', () => {
    expect(read()).toMatchObject({
      id: 10452,
      amount: '125.5',
      total: '129.89',
      sales_tax_amount: '0',
      currency: '340',
      paid_at: new Date('2026-11-21T02:00:00Z'),
      expires_at: new Date('2026-11-22T05:59:59Z'),
    })
  })

  it.each([
    ['an object', { cart: 'c-1' }, { cart: 'c-1' }],
    ['the empty object of a creation', {}, {}],
    ['the empty array of a webhook', [], {}],
    ['null', null, {}],
  ])('metadata may be %s', (_, metadata, expected) => {
    expect(read({ metadata }).metadata).toEqual(expected)
  })

  it.each([
    ['125.50', '125.50'],
    [' 125.50 ', '125.50'],
    [125, '125'],
    [0, '0'],
    [0.1, '0.1'],
    ['99999999999.99', '99999999999.99'],
  ])('the amount %o keeps every digit', (amount, expected) => {
    expect(read({ amount }).amount).toBe(expected)
  })

  it.each(['1,250.00', '', 'abc', '1e5', 1e21, 1e-7, null, undefined, Number.NaN, true])(
    'the parser rejects the amount %o',
    (amount) => {
      expect(paymentObject.safeParse({ ...paid, amount }).success).toBe(false)
    },
  )

  it.each([
    ['null until charged', null, null],
    ['a UUID', paid.transaction_id, paid.transaction_id],
    ['an integer, as in earlier versions', 88_231, '88231'],
    ['missing', undefined, undefined],
  ])('the transaction id may be %s', (_, transaction_id, expected) => {
    expect(read({ transaction_id }).transaction_id).toBe(expected)
  })

  it.each([
    ['340', '340'],
    [340, '340'],
    ['008', '008'],
    [8, '008'],
  ])('the parser reads the numeric currency %o', (currency, expected) => {
    expect(read({ currency }).currency).toBe(expected)
  })

  it('a payment without a currency is rejected', () => {
    expect(() => without('currency')).toThrow()
    expect(() => read({ currency: null })).toThrow()
  })

  it.each([[null], [0], [-1], [1.5], ['abc'], [''], [true], [[5]]])(
    'a payment with the id %o is rejected',
    (id) => {
      expect(paymentObject.safeParse({ ...paid, id }).success).toBe(false)
    },
  )

  it('a payment id may be a numeric string', () => {
    expect(read({ id: '10452' }).id).toBe(10452)
  })

  it('float noise in an amount does not make a payment unreadable', () => {
    const read = paymentObject.parse({
      id: 1,
      status: 'paid',
      currency: '340',
      amount: 105.35000000000001,
    })
    expect(read.amount).toBe('105.35')
    expect(paymentObject.parse({ ...read, amount: 1234567890123.45 }).amount).toBe(
      '1234567890123.45',
    )
  })

  it('a payment keeps unknown fields and states', () => {
    const payment = read({ status: 'chargeback', installments: { count: 3 } })
    expect(payment).toMatchObject({ status: 'chargeback', installments: { count: 3 } })
    expect(isPaymentState(payment.status)).toBe(false)
    expect(isPaymentState('partially_refunded')).toBe(true)
  })

  it('a payment needs only its id, status, amount and currency', () => {
    const bare = paymentObject.parse({ id: 1, status: 'pending', amount: '1', currency: '340' })
    expect(bare).toMatchObject({
      name: null,
      description: null,
      external_reference: null,
      checkout_url: null,
      refund_status: null,
    })
    expect([bare.metadata, bare.customer, bare.warnings, bare.paid_at]).toEqual(
      Array(4).fill(undefined),
    )
  })

  it.each([
    ['null', null, undefined],
    ['an empty array', [], undefined],
    [
      'partial',
      { email: 'ana@example.hn' },
      { name: null, email: 'ana@example.hn', phone: null, identity_number: null },
    ],
    ['an empty object', {}, { name: null, email: null, phone: null, identity_number: null }],
  ])('the customer may be %s', (_, customer, expected) => {
    expect(read({ customer }).customer).toEqual(expected)
  })

  it.each([
    ['2026-11-20 18:30:00', '2026-11-21T00:30:00.000Z'],
    ['2026-11-20T18:30:00', '2026-11-21T00:30:00.000Z'],
    ['2026-11-20T18:30:00Z', '2026-11-20T18:30:00.000Z'],
    ['2026-11-20T18:30:00.250-06:00', '2026-11-21T00:30:00.250Z'],
    ['2026-11-20 18:30:00+0000', '2026-11-20T18:30:00.000Z'],
  ])('the parser reads the creation time %s', (created_at, expected) => {
    expect(read({ created_at }).created_at?.toISOString()).toBe(expected)
  })

  it.each([
    '2026-02-30 10:00:00',
    '2026-02-30T10:00:00Z',
    '11-12-2026',
    '2026-11-20',
    'soon',
    '2026',
    '2026-11-20T18:30:00+99:00',
  ])('the invalid creation time %o parses to null', (created_at) => {
    expect(paymentObject.parse({ ...paid, created_at }).created_at).toBeNull()
  })

  it.each([
    { service_fee_amount: 'free' },
    { total: '' },
    { refunded_amount: {} },
    { paid_at: '' },
    { created_at: '2026-11-20 18:30:00.123456' },
    { external_reference: 1001 },
    { metadata: 'none' },
    { customer: 'María' },
    { reusable: 1 },
    { warnings: 'none' },
  ])('a payment stays readable although %o is odd', (odd) => {
    expect(paymentObject.parse({ ...paid, ...odd })).toMatchObject({ status: 'paid' })
  })

  it('an unreadable item does not hide the other payments of its page', () => {
    const meta = { current_page: 1, per_page: 20, total: 2, last_page: 1 }
    const odd = { ...paid, id: '7', amount: 'gratis' }
    const page = paymentList.parse({ data: [{ id: 'odd' }, paid, odd, null], meta })
    expect(page.data.map(({ status }) => status)).toEqual(['paid'])
    expect(page.unreadable).toMatchObject([
      { id: undefined, item: { id: 'odd' } },
      { id: 7, detail: expect.stringContaining('amount') },
      { id: undefined, item: null },
    ])
  })

  it('the parser reads every instant that the gateway can write', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
        const instant = new Date(seconds * 1_000)
        const local = new Date(instant.getTime() - 6 * 3_600_000)
          .toISOString()
          .slice(0, 19)
          .replace('T', ' ')
        expect(read({ paid_at: local }).paid_at).toEqual(instant)
      }),
    )
  })

  it('a payment carries the fields of a refund event', () => {
    const refunded = read({
      status: 'partially_refunded',
      refunded_amount: '25.5',
      refund_status: 'partial',
      refund_amount: 25.5,
      refunded_at: '2026-11-21 00:00:00',
      refund_reason: null,
    })
    expect(refunded.refund_amount).toBe('25.5')
    expect(refunded.refunded_at).toEqual(new Date('2026-11-21T06:00:00Z'))
  })
})

describe('payment lists', () => {
  const meta = { current_page: 1, per_page: 20, total: 1, last_page: 1 }

  it('a list is a page of payments with its pagination', () => {
    expect(paymentList.parse({ data: [paid], meta })).toMatchObject({
      data: [{ id: 10452, amount: '125.5' }],
      meta,
    })
    expect(paymentList.parse({ data: [], meta: { ...meta, total: '0' } }).meta.total).toBe(0)
  })

  it.each([
    ['is missing', undefined],
    ['is null', null],
    ['is empty', ''],
    ['is no number', 'many'],
    ['is no whole number', 1.5],
    ['is below zero', -1],
  ])('a list is rejected if a number of its meta %s', (_, value) => {
    for (const name of Object.keys(meta)) {
      expect(paymentList.safeParse({ data: [], meta: { ...meta, [name]: value } }).success).toBe(
        false,
      )
    }
  })

  it('a list without meta is rejected, so one page never passes for all pages', () => {
    expect(paymentList.safeParse({ data: [paid] }).success).toBe(false)
  })
})
