import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Currency, currencyByCode, currencyByNumericCode } from './currencies.ts'
import { formatMoney, type Money, moneyFromMinor, parseMoney } from './money.ts'

const currency = (code: string): Currency => {
  const found = currencyByCode(code)
  if (!found) throw new Error(`no ${code}`)
  return found
}
const lempira = currency('HNL')
const yen = currency('JPY')
const dinar = currency('KWD')

const minor = (decimal: string, of: Currency): bigint | string => {
  const parsed = parseMoney(decimal, of)
  return parsed.ok ? parsed.money.minor : parsed.reason
}

describe('currencies', () => {
  it('both ISO 4217 codes find a currency', () => {
    expect(lempira).toEqual({ code: 'HNL', numericCode: '340', exponent: 2 })
    expect(currencyByNumericCode('340')).toEqual(lempira)
    expect(currencyByNumericCode('840')?.code).toBe('USD')
    expect([yen.exponent, dinar.exponent]).toEqual([0, 3])
  })

  it('numeric codes keep their leading zeros', () => {
    expect(currencyByNumericCode('008')?.code).toBe('ALL')
    expect(currencyByCode('ALL')?.numericCode).toBe('008')
  })

  it.each(['hnl', '340', 'ZZZ', 'HN', '', ' HNL'])(
    'the alphabetic code %o finds no currency',
    (code) => {
      expect(currencyByCode(code)).toBeUndefined()
    },
  )

  it.each(['34', 'HNL', '000', '', '3400'])('the numeric code %o finds no currency', (code) => {
    expect(currencyByNumericCode(code)).toBeUndefined()
  })
})

describe('money', () => {
  it.each([
    ['125.50', lempira, 12_550n],
    ['125.5', lempira, 12_550n],
    ['125', lempira, 12_500n],
    ['0.01', lempira, 1n],
    ['0', lempira, 0n],
    ['007.10', lempira, 710n],
    ['-3.05', lempira, -305n],
    ['-0', lempira, 0n],
    ['1.500', lempira, 150n],
    ['1200', yen, 1_200n],
    ['1200.00', yen, 1_200n],
    ['0.001', dinar, 1n],
    ['1.5', dinar, 1_500n],
    ['9999999999999.99', lempira, 999_999_999_999_999n],
  ])('%s parses exactly', (decimal, of, expected) => {
    expect(minor(decimal, of)).toBe(expected)
  })

  it.each([
    ['1.005', lempira],
    ['1.5', yen],
    ['1.0001', dinar],
  ])('%s is rejected instead of rounded', (decimal, of) => {
    expect(minor(decimal, of)).toBe('too-many-decimals')
  })

  it.each([
    '',
    ' ',
    'abc',
    '1e5',
    '1,250.00',
    '.5',
    '5.',
    '+5',
    '0x10',
    '1 000',
    '--1',
    ' 5',
    '5\n',
    'NaN',
    'Infinity',
    '٣',
  ])('%o is not an amount', (decimal) => {
    expect(minor(decimal, lempira)).toBe('not-a-decimal')
  })

  it('the parser rejects more digits than a JSON number carries exactly', () => {
    expect(minor('10000000000000.00', lempira)).toBe('too-large')
    expect(minor('9'.repeat(400), lempira)).toBe('too-large')
  })

  it.each([
    [12_550n, lempira, '125.50'],
    [5n, lempira, '0.05'],
    [0n, lempira, '0.00'],
    [-305n, lempira, '-3.05'],
    [-5n, lempira, '-0.05'],
    [1_200n, yen, '1200'],
    [0n, yen, '0'],
    [1n, dinar, '0.001'],
  ])('%s minor units format with all decimals of the currency', (amount, of, expected) => {
    expect(formatMoney({ minor: amount, currency: of })).toBe(expected)
  })

  it('every amount survives a round trip', () => {
    const money: fc.Arbitrary<Money> = fc.record({
      minor: fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }),
      currency: fc.constantFrom(lempira, yen, dinar),
    })
    fc.assert(
      fc.property(money, (original) => {
        const read = parseMoney(formatMoney(original), original.currency)
        expect(read).toEqual({ ok: true, money: original })
        const viaJson = JSON.parse(formatMoney(original))
        expect(minor(String(viaJson), original.currency)).toBe(original.minor)
      }),
    )
  })

  it('an unknown currency code throws', () => {
    expect(() => moneyFromMinor(1n, 'ZZZ')).toThrow('ZZZ')
  })
})
