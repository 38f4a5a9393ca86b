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

describe('a payment advances', () => {
  it('from pending to paid, with the figures of the charge', () => {
    const forecast = derived({ total_minor: 10_500n, service_fee_minor: 500n })
    expect(advance(forecast, paid)).toEqual(paid)
  })

  it('a charge without a tip counts less than was forecast, and is believed', () => {
    expect(advance(derived({ total_minor: 99_000n }), paid).total_minor).toBe(11_000n)
  })

  it('a decline that is heard late leaves a paid payment as it is', () => {
    expect(advance(paid, derived({ total_minor: 10_500n }))).toEqual(paid)
  })

  it('an expiry that is heard late leaves a paid payment as it is', () => {
    expect(advance(paid, derived({ state: 'expired' }))).toEqual(paid)
  })

  it('a payment that seemed expired turns out paid', () => {
    expect(advance(derived({ state: 'expired' }), paid)).toEqual(paid)
  })

  it('a refund that is heard before the approval keeps its sum when the approval comes', () => {
    const refunded = derived({
      ...paid,
      state: 'partially_refunded',
      refunded_minor: 2_000n,
    })
    expect(advance(refunded, paid)).toEqual(refunded)
  })

  it('an older partial refund does not lower a newer one', () => {
    const first = derived({ ...paid, state: 'partially_refunded', refunded_minor: 2_000n })
    const second = derived({ ...paid, state: 'partially_refunded', refunded_minor: 5_000n })
    expect(advance(second, first).refunded_minor).toBe(5_000n)
  })

  it('a void stays a void', () => {
    const voided = derived({ ...paid, state: 'voided' })
    expect(advance(voided, paid).state).toBe('voided')
  })
})
