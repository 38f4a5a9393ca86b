import { describe, expect, it } from 'vitest'
import { advance, type PaymentStanding } from './advance.ts'

const derived = (fields: Partial<PaymentStanding>): PaymentStanding => ({
  state: 'pending',
  transactionId: null,
  totalMinor: null,
  serviceFeeMinor: null,
  salesTaxMinor: null,
  tipMinor: null,
  refundedMinor: 0n,
  paidAt: null,
  ...fields,
})
const noon = new Date('2026-05-04T18:00:00Z')
const paid = derived({
  state: 'paid',
  transactionId: 'tx',
  totalMinor: 11_000n,
  serviceFeeMinor: 500n,
  paidAt: noon,
})

describe('a payment advances', () => {
  it('from pending to paid, with the figures of the charge', () => {
    const forecast = derived({ totalMinor: 10_500n, serviceFeeMinor: 500n })
    expect(advance(forecast, paid)).toEqual(paid)
  })

  it('a charge without a tip counts less than was forecast, and is believed', () => {
    expect(advance(derived({ totalMinor: 99_000n }), paid).totalMinor).toBe(11_000n)
  })

  it('a decline that is heard late leaves a paid payment as it is', () => {
    expect(advance(paid, derived({ totalMinor: 10_500n }))).toEqual(paid)
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
      refundedMinor: 2_000n,
    })
    expect(advance(refunded, paid)).toEqual(refunded)
  })

  it('an older partial refund does not lower a newer one', () => {
    const first = derived({ ...paid, state: 'partially_refunded', refundedMinor: 2_000n })
    const second = derived({ ...paid, state: 'partially_refunded', refundedMinor: 5_000n })
    expect(advance(second, first).refundedMinor).toBe(5_000n)
  })

  it('a void stays a void', () => {
    const voided = derived({ ...paid, state: 'voided' })
    expect(advance(voided, paid).state).toBe('voided')
  })
})
