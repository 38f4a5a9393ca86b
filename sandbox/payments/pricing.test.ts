import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commissionOn, percentOf, priceOf, serviceFeeOn } from './pricing.ts'

const noFee = { tax: { type: 'none' }, fee: null } as const

test('without tax, tip and fee the total is the amount', () => {
  expect(priceOf({ amountMinor: 12_550n, tipMinor: 0n, rules: noFee })).toEqual({
    subtotalMinor: 12_550n,
    salesTaxMinor: 0n,
    serviceFeeMinor: 0n,
    totalMinor: 12_550n,
  })
})

test('a percentage tax is computed on the subtotal only, rounded half up', () => {
  const price = priceOf({
    amountMinor: 10_050n,
    tipMinor: 0n,
    rules: {
      tax: { type: 'percentage', percent: '15' },
      fee: { rate: '0.05', fixedMinor: '500', thresholdMinor: '0' },
    },
  })
  expect(price.salesTaxMinor).toBe(1_508n)
  expect(price.totalMinor).toBe(price.subtotalMinor + price.salesTaxMinor + price.serviceFeeMinor)
})

test('a fixed tax is added as it is', () => {
  const rules = { tax: { type: 'fixed', minor: '250' }, fee: null } as const
  expect(priceOf({ amountMinor: 1_000n, tipMinor: 0n, rules }).totalMinor).toBe(1_250n)
})

test('percentages are exact where floats are not', () => {
  expect(percentOf(105n, '10')).toBe(11n)
  expect(percentOf(100_000_000_000_001n, '7.5')).toBe(7_500_000_000_000n)
})

test('whatever the amount, rate and fixed part, the merchant nets it to the last centavo', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.integer({ min: 0, max: 9_999 }),
      fc.bigInt({ min: 0n, max: 10_000n }),
      (netMinor, basisPoints, fixedMinor) => {
        const rate = `0.${String(basisPoints).padStart(4, '0')}`
        const fee = { rate, fixedMinor: String(fixedMinor), thresholdMinor: '0' }
        const charged = netMinor + serviceFeeOn(netMinor, fee)
        expect(charged - commissionOn({ chargedMinor: charged, netMinor }, fee)).toBe(netMinor)
      },
    ),
  )
})

test('the fixed part is charged from the threshold on', () => {
  const fee = { rate: '0', fixedMinor: '500', thresholdMinor: '10000' }
  expect(serviceFeeOn(9_999n, fee)).toBe(0n)
  expect(serviceFeeOn(10_000n, fee)).toBe(500n)
})
