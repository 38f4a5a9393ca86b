import { beforeAll, expect, it } from 'vitest'
import { currencies } from '../../../src/domain/currencies.ts'

// The package compiles for `require`, so the check of types here does not read it.
const SOURCE = '../../../packages/medusa/src/money.ts'
let toDecimal: (amount: unknown, currency: string) => string
let asPassed: (amount: unknown) => number
let leftIn: (books: object, currency: string) => string

beforeAll(async () => {
  const imported = await import(SOURCE)
  toDecimal = imported.toDecimal
  asPassed = imported.asPassed
  leftIn = imported.leftIn
})

it('an amount of Medusa has the decimals of its currency at Puente, for every currency', () => {
  const wrong = currencies.filter(({ code, exponent: digits }) => {
    const text = toDecimal({ value: '1234.5', precision: 20 }, code)
    return text !== (digits === 0 ? '1235' : `1234.5${'0'.repeat(digits - 1)}`)
  })
  expect(wrong).toEqual([])
  expect(currencies.length).toBeGreaterThan(150)
})

it.each([
  [24.99, 'USD', '24.99'],
  ['24.9875', 'USD', '24.99'],
  [{ raw: { value: '333.4885' }, numeric: 333.4885 }, 'HNL', '333.49'],
  [{ toFixed: () => '0.005' }, 'HNL', '0.01'],
  ['0.0049', 'HNL', '0.00'],
  ['9.995', 'HNL', '10.00'],
  ['99999999999999.99', 'HNL', '99999999999999.99'],
  [1e21, 'HNL', '1000000000000000000000.00'],
  [1e-7, 'HNL', '0.00'],
  ['1.5e3', 'JPY', '1500'],
  ['24.5', 'HUF', '24.50'],
  ['-0.005', 'HNL', '-0.01'],
  ['12.3456', 'KWD', '12.346'],
  [0, 'JPY', '0'],
])('%j %s is %s', (amount, currency, text) => {
  expect(toDecimal(amount, currency)).toBe(text)
})

it('a text without a number is refused as an amount', () => {
  expect(() => toDecimal('twelve', 'HNL')).toThrow(/no amount/)
})

it('a total with the noise of its 20 digits costs what the customer was asked to pay', () => {
  const total = { value: '12.004999999999999999999', precision: 20 }
  const asked = 12.005

  expect(toDecimal(asPassed(total), 'HNL')).toBe(toDecimal(asked, 'HNL'))
})

it('refunds of fractions that add up to the charge leave nothing', () => {
  const third = { raw_amount: { value: '111.16283333333333333' } }
  const captures = [{ raw_amount: { value: '333.4885' } }]

  expect(leftIn({ captures, refunds: [third, third, third] }, 'HNL')).toBe('0.00')
  expect(leftIn({ captures, refunds: [] }, 'HNL')).toBe('333.49')
})
