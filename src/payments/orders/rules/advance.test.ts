import { describe, expect, it } from 'vitest'
import { advance, type PaymentStatus } from './advance.ts'

const derived = (fields: Partial<PaymentStatus>): PaymentStatus => ({
  state: 'pending',
  transaction_id: null,
  total_minor: null,
  service_fee_minor: null,
  sales_tax_minor: null,
  tip_minor: null,
  refunded_minor: 0n,
  paid_at: null,
  ...fields,
})
const noon = new Date('2026-05-04T18:00:00Z')
const paid = derived({
  state: 'paid',
  transaction_id: 'tx',
  total_minor: 11_000n,
  service_fee_minor: 500n,
  paid_at: noon,
})

describe('merging an observed payment status', () => {
  it('a pending payment becomes paid with the figures of the charge', () => {
    const forecast = derived({ total_minor: 10_500n, service_fee_minor: 500n })
    expect(advance(forecast, paid)).toEqual(paid)
  })

  it('the total of the charge replaces a higher forecast', () => {
    expect(advance(derived({ total_minor: 99_000n }), paid).total_minor).toBe(11_000n)
  })

  it('a late decline does not downgrade a paid payment', () => {
    expect(advance(paid, derived({ total_minor: 10_500n }))).toEqual(paid)
  })

  it('a late expiry does not downgrade a paid payment', () => {
    expect(advance(paid, derived({ state: 'expired' }))).toEqual(paid)
  })

  it('an expired payment becomes paid when its charge is reported late', () => {
    expect(advance(derived({ state: 'expired' }), paid)).toEqual(paid)
  })

  it('a refund reported before the approval keeps its refunded sum', () => {
    const refunded = derived({
      ...paid,
      state: 'partially_refunded',
      refunded_minor: 2_000n,
    })
    expect(advance(refunded, paid)).toEqual(refunded)
  })

  it('an older partial refund does not lower the refunded sum', () => {
    const first = derived({ ...paid, state: 'partially_refunded', refunded_minor: 2_000n })
    const second = derived({ ...paid, state: 'partially_refunded', refunded_minor: 5_000n })
    expect(advance(second, first).refunded_minor).toBe(5_000n)
  })

  it('a late approval does not undo a void', () => {
    const voided = derived({ ...paid, state: 'voided' })
    expect(advance(voided, paid).state).toBe('voided')
  })
})
