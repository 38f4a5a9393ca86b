import { code } from 'currency-codes'

/** Numbers as Medusa passes them: plain, of bignumber.js, or its own with the raw value of the database. */
export type MedusaAmount = number | string | AmountObject

interface AmountObject {
  value?: string | number | undefined
  raw?: { value: string | number } | undefined
  numeric?: number | undefined
  toFixed?: (() => string) | undefined
}

/** Decimals of a currency in ISO 4217. Those of `Intl` are the decimals of prices, such as 0 for HUF. */
const fractionDigits = (currency: string): number => code(currency)?.digits ?? 2

/** Decimal text of an amount with all digits that Medusa keeps. */
export const textOf = (amount: MedusaAmount): string => {
  if (typeof amount !== 'object') return String(amount)
  const { value, raw, numeric } = amount
  return String(value ?? raw?.value ?? numeric ?? amount.toFixed?.())
}

/**
 * The amount that Medusa passes to a payment session. A total in the database has 20 digits, whose
 * noise would round a half cent the other way.
 */
export const asPassed = (amount: MedusaAmount): number => Number(textOf(amount))

const NUMBER = /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i

/** Digits before and after the point, of a number in plain or scientific notation. */
const digitsOf = (text: string): { sign: string; whole: string; fraction: string } => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  if (whole === '' && fraction === '') throw new RangeError(`"${text}" is no amount`)
  const shift = Number(exponent)
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift))}`
  const point = whole.length + Math.max(0, -shift) + shift
  return { sign, whole: digits.slice(0, point) || '0', fraction: digits.slice(point) }
}

/** Decimals of exact sums; Medusa keeps about 20 digits of an amount. */
const SCALE = 30

const scaledOf = (amount: MedusaAmount): bigint => {
  const { sign, whole, fraction } = digitsOf(textOf(amount))
  const scaled = BigInt(`${whole}${fraction.slice(0, SCALE).padEnd(SCALE, '0')}`)
  return sign === '' ? scaled : -scaled
}

const rounded = (scaled: bigint, currency: string): string => {
  const kept = fractionDigits(currency)
  const unit = 10n ** BigInt(SCALE - kept)
  const minor = ((scaled < 0n ? -scaled : scaled) + unit / 2n) / unit
  const digits = minor.toString().padStart(kept + 1, '0')
  const point = digits.length - kept
  const text = kept === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return scaled < 0n && minor !== 0n ? `-${text}` : text
}

/**
 * Formats an amount of Medusa, in major units, as Puente's decimal text with the digits of the
 * currency: 24.9875 is "24.99" USD and "25" JPY. Rounds half up, as Medusa keeps more digits.
 */
export const toDecimal = (amount: MedusaAmount, currency: string): string =>
  rounded(scaledOf(amount), currency)

/** What a payment in Medusa was charged and refunded. */
export interface Books {
  captures: readonly { raw_amount: MedusaAmount }[]
  refunds: readonly { raw_amount: MedusaAmount }[]
}

/** Decimal text of what a payment was charged above its refunds. Adds exactly, and rounds once. */
export const leftIn = ({ captures, refunds }: Books, currency: string): string => {
  const sumOf = (rows: Books['captures']): bigint =>
    rows.reduce((sum, { raw_amount }) => sum + scaledOf(raw_amount), 0n)
  return rounded(sumOf(captures) - sumOf(refunds), currency)
}

/** Minor units of a decimal text. Texts of one currency have the same number of decimals. */
export const minorOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''))

/** The lesser of two decimal texts of one currency. */
export const lesserOf = (one: string, other: string): string =>
  minorOf(one) < minorOf(other) ? one : other
