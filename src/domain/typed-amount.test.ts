import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Currency, currencyByCode } from './currencies.ts'
import { formatMoney, parseMoney } from './money.ts'
import {
  amountMessage,
  parseTypedAmount,
  readAmountFromZero,
  readPositiveAmount,
} from './typed-amount.ts'

const currency = (code: string): Currency => {
  const found = currencyByCode(code)
  if (!found) throw new Error(`no ${code}`)
  return found
}
const CURRENCIES = ['JPY', 'HNL', 'KWD'].map(currency)

const read = (typed: string, code = 'HNL'): string => {
  const amount = parseTypedAmount(typed, currency(code))
  if (amount.ok) return formatMoney(amount.money)
  return amount.reason === 'ambiguous' ? `? ${amount.readings.join(' ')}` : amount.reason
}

describe('typed amounts', () => {
  it.each([
    ['1450', '1450.00'],
    ['1450.5', '1450.50'],
    ['1450,50', '1450.50'],
    ['1450,5', '1450.50'],
    ['1,450.00', '1450.00'],
    ['1.450,00', '1450.00'],
    ['1 450,00', '1450.00'],
    ['1\u00a0450,00', '1450.00'],
    ['1\u202f450.00', '1450.00'],
    ["1'450.00", '1450.00'],
    ['1’450,00', '1450.00'],
    ['1 450', '1450.00'],
    ["12'450", '12450.00'],
    ['1,450.5', '1450.50'],
    ['1,450,000', '1450000.00'],
    ['1.450.000', '1450000.00'],
    ['1.450.000,75', '1450000.75'],
    ['0.50', '0.50'],
    ['0,50', '0.50'],
    ['1450.500', '1450.50'],
    ['00125.5', '125.50'],
    ['-1,450.00', '-1450.00'],
  ])('in lempiras, %s reads as %s', (typed, canonical) => {
    expect(read(typed)).toBe(canonical)
  })

  it.each([
    ['JPY', '1450', '1450'],
    ['JPY', '1,450', '1450'],
    ['JPY', '1.450', '1450'],
    ['JPY', '1 450', '1450'],
    ['JPY', '1,450,000', '1450000'],
    ['JPY', '10.00', '10'],
    ['KWD', '1.450', '1.450'],
    ['KWD', '1450,5', '1450.500'],
    ['KWD', '1,450.000', '1450.000'],
    ['KWD', '1.450,000', '1450.000'],
  ])('in %s, %s reads as %s', (code, typed, canonical) => {
    expect(read(typed, code)).toBe(canonical)
  })

  it.each([
    ['HNL', '1,450', '? 1450.00 1.45'],
    ['HNL', '1.450', '? 1450.00 1.45'],
    ['HNL', '-1,450', '? -1450.00 -1.45'],
    ['HNL', '1,455', '? 1455.00'],
    ['KWD', '1,450', '? 1450.000 1.450'],
    ['JPY', '1.000', '? 1000 1'],
  ])('in %s, the parser does not guess the ambiguous %s', (code, typed, said) => {
    expect(read(typed, code)).toBe(said)
  })

  it('the message for an ambiguous amount offers both readings', () => {
    const not = parseTypedAmount('1,450', currency('HNL'))
    expect(not.ok ? '' : amountMessage(not)).toEqual({
      es: 'Se puede leer de dos maneras: escriba 1450.00 o 1.45',
      en: 'Can be read in two ways: write 1450.00 or 1.45',
    })
  })

  it.each([
    '',
    ' ',
    ' 1450',
    '1450 ',
    '+1450',
    '1e3',
    '1450e0',
    '0x10',
    'NaN',
    'Infinity',
    '١٤٥٠',
    '１４５０',
    '1\u0000450',
    '1450\0',
    '1,450.0.0',
    '1,45.00',
    '14,50,000',
    '1,450.000,00',
    '1 450,000.00',
    '1,,450',
    '.50',
    ',50',
    '1450,',
    '1 450 00',
    'L 1,450.00',
    '1,450.00 HNL',
    '--1',
    '<b>1</b>',
    `1${',000'.repeat(20)}.00`,
  ])('%o is not an amount', (typed) => {
    expect(read(typed)).toBe('not-a-decimal')
  })

  it('an amount with more decimals than its currency is rejected, never rounded', () => {
    expect(['0.333', '0,333', '1,450.005', '1450,505'].map((typed) => read(typed))).toEqual(
      Array(4).fill('too-many-decimals'),
    )
    expect(read('1450,5', 'JPY')).toBe('too-many-decimals')
  })

  it('an amount with more digits than can be charged is rejected', () => {
    expect(read('9'.repeat(10_000))).toBe('too-large')
    expect(read('99,999,999,999,999.99')).toBe('too-large')
  })

  it('the message for zero or less says that the amount must be above zero', () => {
    for (const typed of ['0', '0,00', '-5', '-1.450,00']) {
      expect(readPositiveAmount(typed, currency('HNL'))).toEqual({
        ok: false,
        message: { es: 'Debe ser mayor que cero', en: 'Must be above zero' },
      })
    }
  })

  it('a limit may be zero, and the message for less says so', () => {
    expect(readAmountFromZero('0', currency('HNL'))).toMatchObject({ money: { minor: 0n } })
    for (const typed of ['-0.01', '-1.450,00']) {
      expect(readAmountFromZero(typed, currency('HNL'))).toEqual({
        ok: false,
        message: { es: 'Debe ser cero o más', en: 'Must be zero or more' },
      })
    }
  })
})

const anyCurrency = fc.constantFrom(...CURRENCIES)
const minor = fc.bigInt({ min: 0n, max: 999_999_999_999n })
const grouping = fc.constantFrom(',', '.', ' ', '\u00a0', '\u202f', "'", '’')

describe('every amount of every currency', () => {
  it('our own format reads back unchanged', () => {
    fc.assert(
      fc.property(anyCurrency, minor, (of, units) => {
        const money = { minor: units, currency: of }
        expect(parseTypedAmount(formatMoney(money), of)).toEqual({ ok: true, money })
      }),
    )
  })

  it('a grouped amount reads as itself or is rejected, never as another amount', () => {
    fc.assert(
      fc.property(
        anyCurrency,
        minor,
        grouping,
        fc.constantFrom('.', ','),
        (of, units, group, point) => {
          fc.pre(group !== point)
          const [whole = '', decimals] = formatMoney({ minor: units, currency: of }).split('.')
          const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group)
          const read = parseTypedAmount(decimals ? `${grouped}${point}${decimals}` : grouped, of)
          if (read.ok) expect(read.money.minor).toBe(units)
          expect(read.ok || decimals === undefined || decimals.length > 2).toBe(true)
        },
      ),
    )
  })

  it('a plain decimal reads as a program means it, or is ambiguous', () => {
    const plain = fc.stringMatching(/^-?\d{1,9}(\.\d{1,5})?$/)
    fc.assert(
      fc.property(anyCurrency, plain, (of, typed) => {
        const read = parseTypedAmount(typed, of)
        if (read.ok || read.reason !== 'ambiguous') {
          const isGrouped = of.exponent === 0 && /^-?[1-9]\d{0,2}\.\d{3}$/.test(typed)
          if (!isGrouped) expect(read).toEqual(parseMoney(typed, of))
        }
      }),
    )
  })

  it('every input gets an answer', () => {
    const odd = fc.oneof(fc.string(), fc.stringMatching(/^[-\d., '’]{0,60}$/))
    fc.assert(
      fc.property(anyCurrency, odd, (of, typed) => {
        const read = parseTypedAmount(typed, of)
        if (!read.ok) expect(amountMessage(read).es).not.toBe('')
      }),
    )
  })
})
