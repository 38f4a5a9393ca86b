import { type Currency, currencyByCode } from './currencies.ts'

export interface Money {
  minor: bigint
  currency: Currency
}

export type ParsedMoney =
  | { ok: true; money: Money }
  | { ok: false; reason: 'not-a-decimal' | 'too-many-decimals' | 'too-large' }

/**
 * Upper bound on digits: amounts cross JSON borders as numbers (`gateway-api.md` 2.1), and a double
 * holds 15 digits exactly.
 */
const MAX_DIGITS = 15

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Parses a decimal such as `125.50` exactly. Accepts extra trailing zeros (`10.00` yen); rejects
 * other extra decimals, never rounds.
 */
export const parseMoney = (decimal: string, currency: Currency): ParsedMoney => {
  const [, sign, whole, decimals = ''] = DECIMAL.exec(decimal) ?? []
  if (whole === undefined) return { ok: false, reason: 'not-a-decimal' }
  const significant = decimals.replace(/0+$/, '')
  if (significant.length > currency.exponent) return { ok: false, reason: 'too-many-decimals' }
  const digits = (whole + significant.padEnd(currency.exponent, '0')).replace(/^0+(?=\d)/, '')
  if (digits.length > MAX_DIGITS) return { ok: false, reason: 'too-large' }
  return { ok: true, money: { minor: BigInt(`${sign}${digits}`), currency } }
}

/** Parses a decimal exactly; `undefined` if it is no amount of a known currency. */
export const moneyFromDecimal = (decimal: string, currencyCode: string): Money | undefined => {
  const currency = currencyByCode(currencyCode)
  const parsed = currency && parseMoney(decimal, currency)
  return parsed?.ok ? parsed.money : undefined
}

/** Formats money with all decimals of its currency: `125.50`. */
export const formatMoney = ({ minor, currency: { exponent } }: Money): string => {
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0')
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Reports whether an amount equals the exact one, plain or rounded to a multiple of `unitMinor`. At
 * half a unit both directions pass: platforms round differently.
 */
export const isSameOrRounded = (shown: Money, exact: Money, unitMinor = 1n): boolean => {
  if (shown.currency.code !== exact.currency.code) return false
  const apart = shown.minor < exact.minor ? exact.minor - shown.minor : shown.minor - exact.minor
  return apart === 0n || (shown.minor % unitMinor === 0n && apart * 2n <= unitMinor)
}

/** Returns the smallest unit, in minor units, of a store that displays `shownDecimals`. */
export const displayUnit = ({ exponent }: Currency, shownDecimals = exponent): bigint =>
  shownDecimals < exponent ? 10n ** BigInt(exponent - shownDecimals) : 1n

/** Rounds minor units to a multiple of `unitMinor`, half up. */
export const roundToUnit = (unitMinor: bigint, minor: bigint): bigint =>
  ((minor + unitMinor / 2n) / unitMinor) * unitMinor

/** Rebuilds money from a row. Throws on an unknown code: the border validates codes. */
export const moneyFromMinor = (minor: bigint, currencyCode: string): Money => {
  const currency = currencyByCode(currencyCode)
  if (!currency) throw new Error(`Unknown currency code ${currencyCode}`)
  return { minor, currency }
}

/** Formats minor units of a row as `formatMoney` does. */
export const formatMinor = (minor: bigint, currencyCode: string): string =>
  formatMoney(moneyFromMinor(minor, currencyCode))
