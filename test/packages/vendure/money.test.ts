import fc from 'fast-check'
import { expect, it } from 'vitest'
import { currencies } from '../../../src/domain/currencies.ts'
import { parseMoney } from '../../../src/domain/money.ts'

/** Unknown to the compiler: the package is CommonJS, and has a project of its own. */
const MODULE = new URL('../../../packages/vendure/src/money.ts', import.meta.url).href
interface Money {
  toDecimal(amount: number, precision: number): string
  fromDecimal(text: string, precision: number): number | undefined
}
const { fromDecimal, toDecimal }: Money = await import(MODULE)

it.each([
  [12550, 2, '125.50'],
  [12500, 2, '125.00'],
  [5, 2, '0.05'],
  [125, 0, '125'],
  [125500, 3, '125.500'],
])('%i at %i decimals is %s', (amount, precision, text) => {
  expect(toDecimal(amount, precision)).toBe(text)
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

it('each amount comes back as it was, and Puente takes it if its currency has the digits', () => {
  fc.assert(
    fc.property(
      fc.nat(10_000_000),
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom(...currencies),
      (amount, precision, currency) => {
        const text = toDecimal(amount, precision)
        expect(fromDecimal(text, precision)).toBe(amount)
        const surplus = 10 ** Math.max(0, precision - currency.exponent)
        expect(parseMoney(text, currency).ok).toBe(amount % surplus === 0)
      },
    ),
  )
})
