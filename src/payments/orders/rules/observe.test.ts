import { describe, expect, it } from 'vitest'
import { paymentObject } from '../../../contract/payment.ts'
import { isPaymentEvent, observeEvent, observePayment } from './observe.ts'

const TRANSACTION = '7d8f3c1e-0000-4000-8000-000000000001'

const payment = (fields: Record<string, unknown> = {}) =>
  paymentObject.parse({
    id: 71,
    status: 'paid',
    amount: 125.5,
    total: 130.75,
    service_fee_amount: 5.25,
    currency: '340',
    currency_iso: 'HNL',
    transaction_id: TRANSACTION,
    refunded_amount: 0,
    paid_at: '2026-05-04 12:00:00',
    ...fields,
  })

describe('reading an event', () => {
  it('an approval means paid, with exact amounts and the time in UTC', () => {
    expect(observeEvent('payment.approved', payment())).toEqual({
      kind: 'seen',
      ambiguous: false,
      lacksRefundSum: false,
      wasTried: false,
      amount: { minor: 12_550n, currency: { code: 'HNL', numericCode: '340', exponent: 2 } },
      derived: {
        state: 'paid',
        transaction_id: TRANSACTION,
        total_minor: 13_075n,
        service_fee_minor: 525n,
        sales_tax_minor: null,
        tip_minor: 0n,
        refunded_minor: 0n,
        paid_at: new Date('2026-05-04T18:00:00Z'),
      },
    })
  })

  it('a decline leaves the payment payable, and its transaction is not a charge', () => {
    const declined = payment({ status: 'pending', paid_at: null })
    expect(observeEvent('payment.failed', declined)).toMatchObject({
      ambiguous: false,
      derived: { state: 'pending', transaction_id: null, paid_at: null },
    })
  })

  it.each([
    ['payment.expired', 'expired'],
    ['payment.voided', 'voided'],
    ['payment.refunded', 'refunded'],
    ['payment.partially_refunded', 'partially_refunded'],
  ])('an event %s means %s', (type, state) => {
    const seen = observeEvent(type, payment({ status: state }))
    expect(seen).toMatchObject({ kind: 'seen', ambiguous: false, derived: { state } })
  })

  it('a void refunds nothing, although it reports the whole amount as refunded', () => {
    const voided = payment({ status: 'voided', refunded_amount: 125.5, refund_status: 'full' })
    expect(observeEvent('payment.voided', voided)).toMatchObject({
      derived: { refunded_minor: 0n },
    })
  })

  it('a decline whose payment claims to be paid is ambiguous and stays pending', () => {
    expect(observeEvent('payment.failed', payment({ status: 'paid' }))).toMatchObject({
      ambiguous: true,
      derived: { state: 'pending', transaction_id: null },
    })
  })

  it.each(['disabled', 'expired'])('a decline whose payment is now %s is ambiguous', (status) => {
    expect(observeEvent('payment.failed', payment({ status, paid_at: null }))).toMatchObject({
      ambiguous: true,
      derived: { state: 'pending' },
    })
  })

  it('an approval whose payment claims to be refunded is ambiguous and counts as paid', () => {
    const refunded = payment({ status: 'refunded', refunded_amount: 125.5 })
    expect(observeEvent('payment.approved', refunded)).toMatchObject({
      ambiguous: true,
      derived: { state: 'paid' },
    })
  })

  it('an unknown status does not hide the meaning of the event type', () => {
    const seen = observeEvent('payment.approved', payment({ status: 'settling' }))
    expect(seen).toMatchObject({ ambiguous: false, derived: { state: 'paid' } })
  })

  it('an event of another type is unreadable', () => {
    expect(observeEvent('payment.disputed', payment()).kind).toBe('unreadable')
    expect(isPaymentEvent('payment.approved')).toBe(true)
    expect(isPaymentEvent('payment.disputed')).toBe(false)
    expect(isPaymentEvent('toString')).toBe(false)
  })
})

describe('reading a GET response', () => {
  it('the status is authoritative', () => {
    expect(observePayment(payment({ status: 'refunded', refunded_amount: 125.5 }))).toMatchObject({
      ambiguous: false,
      derived: { state: 'refunded', refunded_minor: 12_550n },
    })
  })

  it('a payment that was only attempted is not charged, although it has a transaction', () => {
    expect(observePayment(payment({ status: 'pending', paid_at: null }))).toMatchObject({
      derived: { state: 'pending', transaction_id: null },
    })
  })

  it('the total defaults to the amount', () => {
    expect(observePayment(payment({ total: undefined }))).toMatchObject({
      derived: { total_minor: 12_550n },
    })
  })

  it('an unknown status is unreadable', () => {
    expect(observePayment(payment({ status: 'settling' })).kind).toBe('unreadable')
  })

  it.each([
    ['a currency that does not exist', { currency: '999999' }],
    ['an alphabetic currency', { currency: 'HNL' }],
    ['more decimals than the currency has', { amount: '125.505' }],
  ])('%s hides the amount but not the charge', (_, fields) => {
    expect(observePayment(payment({ ...fields, status: 'paid' }))).toMatchObject({
      kind: 'seen',
      amount: undefined,
      derived: { state: 'paid' },
    })
  })

  it.each([
    ['a fee with fractions of a centavo', { service_fee_amount: '4.348' }],
    ['a total beyond all reason', { total: '1234567890123456789' }],
    ['a refunded amount with fractions', { refunded_amount: '0.005' }],
  ])('%s does not hide the charge', (_, fields) => {
    expect(observePayment(payment({ ...fields, status: 'paid' }))).toMatchObject({
      amount: { minor: 12_550n },
      derived: { state: 'paid' },
    })
  })

  it('yen have no decimals and dinars have three', () => {
    const yen = payment({ currency: '392', amount: 500, total: 500, service_fee_amount: 0 })
    expect(observePayment(yen)).toMatchObject({ amount: { minor: 500n } })
    const dinar = payment({ currency: '414', amount: 1.234, total: 1.234, service_fee_amount: 0 })
    expect(observePayment(dinar)).toMatchObject({ amount: { minor: 1_234n } })
  })
})

describe('a refunded payment without a refunded sum', () => {
  const without = (status: string, more = {}) =>
    payment({ status, refunded_amount: undefined, ...more })

  it('a payment in state refunded counts as refunded in full', () => {
    expect(observePayment(without('refunded'))).toMatchObject({
      lacksRefundSum: false,
      derived: { state: 'refunded', refunded_minor: 13_075n },
    })
  })

  it('a partially refunded payment lacks the sum, and its event carries one refund', () => {
    expect(observePayment(without('partially_refunded'))).toMatchObject({ lacksRefundSum: true })
    const event = without('partially_refunded', { refund_amount: '30.00' })
    expect(observeEvent('payment.partially_refunded', event)).toMatchObject({
      lacksRefundSum: true,
      refundMinor: 3_000n,
    })
  })

  it('a payment with a sum, or without a refund, lacks nothing', () => {
    const given = payment({ status: 'partially_refunded', refunded_amount: 30 })
    expect(observePayment(given)).toMatchObject({
      lacksRefundSum: false,
      derived: { refunded_minor: 3_000n },
    })
    expect(observePayment(without('paid'))).toMatchObject({ lacksRefundSum: false })
  })
})
