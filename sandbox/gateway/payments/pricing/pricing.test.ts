import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deductionsOf, type FeeTerms, percentOf, priceOf, serviceFeeOn } from './pricing.ts'

const noFee = { tax: { type: 'none' }, fee: null } as const

test('without tax, tip and fee, the total is the amount', () => {
  expect(priceOf({ amountMinor: 12_550n, tipMinor: 0n, rules: noFee })).toEqual({
    subtotal_minor: 12_550n,
    sales_tax_minor: 0n,
    service_fee_minor: 0n,
    total_minor: 12_550n,
  })
})

test('a percentage tax applies to the subtotal only, rounded half up', () => {
  const price = priceOf({
    amountMinor: 10_050n,
    tipMinor: 0n,
    rules: {
      tax: { type: 'percentage', percent: '15' },
      fee: { rate: '0.05', fixedMinor: '500', thresholdMinor: '0' },
    },
  })
  expect(price.sales_tax_minor).toBe(1_508n)
  expect(price.total_minor).toBe(
    price.subtotal_minor + price.sales_tax_minor + price.service_fee_minor,
  )
})

test('a fixed tax is added unchanged', () => {
  const rules = { tax: { type: 'fixed', minor: '250' }, fee: null } as const
  expect(priceOf({ amountMinor: 1_000n, tipMinor: 0n, rules }).total_minor).toBe(1_250n)
})

test('percentages are exact where floats are not', () => {
  expect(percentOf(105n, '10')).toBe(11n)
  expect(percentOf(100_000_000_000_001n, '7.5')).toBe(7_500_000_000_000n)
})

const settlementOf = (chargedMinor: bigint, netMinor: bigint, fee: FeeTerms): bigint => {
  const { commissionMinor, isvMinor } = deductionsOf({ chargedMinor, netMinor }, fee)
  return chargedMinor - commissionMinor - isvMinor
}

test('the smallest fee nets the merchant the exact amount, for any terms', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.bigInt({ min: 1n, max: 20_000n }), fc.bigInt({ min: 1n, max: 10n ** 15n })),
      fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.constant(5_000)),
      fc.bigInt({ min: 0n, max: 10_000n }),
      fc.bigInt({ min: 0n, max: 20_000n }),
      (netMinor, basisPoints, fixedMinor, thresholdMinor) => {
        const rate = `0.${String(basisPoints).padStart(4, '0')}`
        const fee = { rate, fixedMinor: String(fixedMinor), thresholdMinor: String(thresholdMinor) }
        const charged = netMinor + serviceFeeOn(netMinor, fee)
        expect(settlementOf(charged, netMinor, fee)).toBe(netMinor)
        for (let less = charged - 1n; less > charged - 20n && less >= 0n; less--) {
          expect(settlementOf(less, netMinor, fee)).toBeLessThan(netMinor)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('the fixed part and its tax apply from the threshold on', () => {
  const fee = { rate: '0', fixedMinor: '500', thresholdMinor: '10000' }
  expect(serviceFeeOn(9_999n, fee)).toBe(0n)
  expect(serviceFeeOn(10_000n, fee)).toBe(575n)
})
