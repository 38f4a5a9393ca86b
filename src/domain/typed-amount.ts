import { formatMessage } from '../locales/format-message.ts'
import { inEachLanguage, type Localized } from '../locales/language.ts'
import type { Currency } from './currencies.ts'
import { formatMoney, type Money, type ParsedMoney, parseMoney } from './money.ts'
import { DOMAIN_TEXTS } from './texts.ts'

export type TypedAmount =
  | Extract<ParsedMoney, { ok: true }>
  | { ok: false; reason: Extract<ParsedMoney, { ok: false }>['reason'] }
  /** Two interpretations are plausible; `readings` holds the valid ones in canonical form. */
  | { ok: false; reason: 'ambiguous'; readings: string[] }

const MAX_LENGTH = 40

/** `1,450` or `1.450`. */
const TWO_READINGS = /^(-?)([1-9]\d{0,2})([.,])(\d{3})$/
/** `1450,50` */
const DECIMAL_COMMA = /^-?\d+,\d+$/
/** Thousands and decimals with different separators. */
const GROUPED =
  /^(-?)([1-9]\d{0,2}(?:([ \u00a0\u2009\u202f'’.,])\d{3})(?:\3\d{3})*)(?:(?!\3)([.,])(\d+))?$/
const SEPARATORS = /[^\d-]/g

/**
 * Parses an amount as people type or paste it: `1450`, `1450.5`, `1450,50`, `1,450.00`, `1.450,00`,
 * `1 450,00`, `1'450.00`. Accepts all output of `formatMoney`; agrees with `parseMoney` unless a
 * lone point may group thousands. Never rounds or guesses.
 */
export const parseTypedAmount = (typed: string, currency: Currency): TypedAmount => {
  const doubtful = TWO_READINGS.exec(typed)
  if (doubtful) return readDoubtful(typed, doubtful, currency)
  const plain = parseMoney(typed, currency)
  if (plain.ok || plain.reason !== 'not-a-decimal' || typed.length > MAX_LENGTH) return plain
  if (DECIMAL_COMMA.test(typed)) return parseMoney(typed.replace(',', '.'), currency)
  const [, sign, whole, , , decimals = ''] = GROUPED.exec(typed) ?? []
  if (whole === undefined) return plain
  // `1,450.000`: extra decimals may be thousands.
  if (decimals.length > currency.exponent) return { ok: false, reason: 'too-many-decimals' }
  const digits = whole.replaceAll(SEPARATORS, '')
  return parseMoney(`${sign}${digits}${decimals && `.${decimals}`}`, currency)
}

const readDoubtful = (
  typed: string,
  [, sign = '', whole = '', separator, three = '']: RegExpExecArray,
  currency: Currency,
): TypedAmount => {
  const asThousands = parseMoney(`${sign}${whole}${three}`, currency)
  const asDecimals = parseMoney(`${sign}${whole}.${three}`, currency)
  // Our own format: 1.450 dinars.
  if (separator === '.' && asDecimals.ok && formatMoney(asDecimals.money) === typed) {
    return asDecimals
  }
  // Without decimals in the currency, only thousands remain: 1,450 yen.
  if (currency.exponent === 0 && (separator === ',' || !asDecimals.ok)) return asThousands
  const readings = [asThousands, asDecimals].flatMap((reading) =>
    reading.ok ? [formatMoney(reading.money)] : [],
  )
  return { ok: false, reason: 'ambiguous', readings }
}

export const amountMessage = (not: Extract<TypedAmount, { ok: false }>): Localized => {
  const [whole = '', decimals = 'none'] = not.reason === 'ambiguous' ? not.readings : []
  return inEachLanguage((language) =>
    formatMessage(DOMAIN_TEXTS[language].amounts[not.reason], { whole, decimals }, language),
  )
}

export const NOT_AN_AMOUNT = amountMessage({ ok: false, reason: 'not-a-decimal' })

type ReadAmount = { ok: true; money: Money } | { ok: false; message: Localized }

export const readPositiveAmount = (typed: string, currency: Currency): ReadAmount =>
  readAmount(typed, currency, { isEnough: (minor) => minor > 0n, otherwise: 'not-positive' })

/** Parses a limit, which may be 0. */
export const readAmountFromZero = (typed: string, currency: Currency): ReadAmount =>
  readAmount(typed, currency, { isEnough: (minor) => minor >= 0n, otherwise: 'negative' })

interface Least {
  isEnough(minor: bigint): boolean
  otherwise: 'not-positive' | 'negative'
}

const readAmount = (typed: string, currency: Currency, least: Least): ReadAmount => {
  const read = parseTypedAmount(typed, currency)
  if (!read.ok) return { ok: false, message: amountMessage(read) }
  if (least.isEnough(read.money.minor)) return read
  const message = inEachLanguage((language) => DOMAIN_TEXTS[language].amounts[least.otherwise])
  return { ok: false, message }
}
