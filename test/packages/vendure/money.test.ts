import fc from 'fast-check'
import { expect, it } from 'vitest'

/** Unknown to the compiler: the package is CommonJS, and has a project of its own. */
const MODULE = new URL('../../../packages/vendure/src/money.ts', import.meta.url).href
interface Money {
  toDecimal(amount: number, precision: number, currency: string): string
  fromDecimal(text: string, precision: number): number | undefined
}
const { fromDecimal, toDecimal }: Money = await import(MODULE)

it.each([
  [12550, 2, 'USD', '125.50'],
  [12500, 2, 'JPY', '125'],
  [5, 2, 'USD', '0.05'],
  [125, 0, 'JPY', '125'],
  [125500, 3, 'KWD', '125.500'],
  [125500, 3, 'USD', '125.50'],
  [12550, 2, 'KWD', '125.50'],
  // Puente refuses what the currency does not have.
  [12550, 2, 'JPY', '125.50'],
])('%i at %i decimals in %s is %s', (amount, precision, currency, text) => {
  expect(toDecimal(amount, precision, currency)).toBe(text)
  expect(fromDecimal(text, precision)).toBe(amount)
})

it('an amount that Puente answers in yen is read at two decimals', () => {
  expect(fromDecimal('125', 2)).toBe(12500)
})

it('an amount with more decimals than the shop keeps has no value', () => {
  expect(fromDecimal('1.234', 2)).toBeUndefined()
  expect(fromDecimal('1.230', 2)).toBe(123)
  expect(fromDecimal('', 2)).toBeUndefined()
})

it('each amount comes back as it was', () => {
  const currencies = fc.constantFrom('HNL', 'USD', 'JPY', 'KWD', 'CLP')
  fc.assert(
    fc.property(
      fc.nat(10_000_000),
      fc.integer({ min: 0, max: 4 }),
      currencies,
      (amount, precision, currency) => {
        expect(fromDecimal(toDecimal(amount, precision, currency), precision)).toBe(amount)
      },
    ),
  )
})
