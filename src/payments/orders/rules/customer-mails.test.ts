import { describe, expect, it } from 'vitest'
import { PaymentId } from '../../../domain/ids.ts'
import { addMs, DAY } from '../../../runtime/clock.ts'
import { mailsOfChange } from './customer-mails.ts'
import { type AttemptFacts, deriveOrderStatus, type OrderFacts } from './derive-order-status.ts'

const NOW = new Date('2026-11-22T22:00:00Z')
const order: OrderFacts = {
  amount_minor: 10_000n,
  currency: 'HNL',
  current_payment_id: PaymentId.parse('pay_1'),
  cancelled_at: null,
  time_over_at: null,
}
const payment = (more: Partial<AttemptFacts> = {}): AttemptFacts => ({
  id: PaymentId.parse('pay_1'),
  attempt: 1,
  state: 'pending',
  amount_minor: 10_000n,
  currency: 'HNL',
  refunded_minor: 0n,
  paid_at: NOW,
  ...more,
})
const refunded = (refunded_minor: bigint) =>
  payment({ state: 'partially_refunded', refunded_minor })

const mails = (before: AttemptFacts[], after: AttemptFacts[], about: Partial<OrderFacts> = {}) => {
  const of = { ...order, ...about }
  return mailsOfChange(deriveOrderStatus(of, before), deriveOrderStatus(of, after), NOW)
}

describe('e-mails of a change of an order', () => {
  it('an order that turns paid gets one receipt', () => {
    expect(mails([payment()], [payment({ state: 'paid' })])).toEqual([
      { kind: 'receipt', paymentId: 'pay_1', key: 'receipt:pay_1' },
    ])
    expect(mails([payment({ state: 'paid' })], [payment({ state: 'paid' })])).toEqual([])
  })

  it('an order paid after its cancellation gets no receipt, because a person decides about it', () => {
    expect(mails([payment()], [payment({ state: 'paid' })], { cancelled_at: NOW })).toEqual([])
  })

  it('a charge of last month that a backfill found gets no receipt', () => {
    const paid_at = addMs(NOW, -31 * DAY)
    expect(mails([payment()], [payment({ state: 'paid', paid_at })])).toEqual([])
  })

  it('each of two refunds is mailed with its own amount', () => {
    expect(mails([payment({ state: 'paid' })], [refunded(2_000n)])).toEqual([
      { kind: 'refund', paymentId: 'pay_1', amountMinor: 2_000n, key: 'refund:pay_1:2000' },
    ])
    expect(mails([refunded(2_000n)], [refunded(5_000n)])).toEqual([
      { kind: 'refund', paymentId: 'pay_1', amountMinor: 3_000n, key: 'refund:pay_1:5000' },
    ])
    expect(mails([refunded(5_000n)], [refunded(5_000n)])).toEqual([])
  })

  it('a void is mailed once', () => {
    expect(mails([payment({ state: 'paid' })], [payment({ state: 'voided' })])).toEqual([
      { kind: 'void', paymentId: 'pay_1', amountMinor: 10_000n, key: 'void:pay_1' },
    ])
    expect(mails([payment({ state: 'voided' })], [payment({ state: 'voided' })])).toEqual([])
  })

  it('the refund of a duplicate charge is mailed, although the order stays paid', () => {
    const both = (state: AttemptFacts['state'], refunded_minor: bigint) => [
      payment({ state: 'paid' }),
      payment({ id: PaymentId.parse('pay_2'), attempt: 2, state, refunded_minor }),
    ]
    expect(mails(both('paid', 0n), both('refunded', 10_000n))).toMatchObject([
      { kind: 'refund', paymentId: 'pay_2', amountMinor: 10_000n },
    ])
  })

  it('a decline and an expiry are not mailed', () => {
    for (const state of ['declined', 'expired'] as const) {
      expect(mails([payment()], [payment({ state, paid_at: null })])).toEqual([])
    }
  })
})
