import { type Currency, currencyByCode } from './currencies.ts'

/** An amount of money: a whole number of minor units (centavos) of a currency. */
export interface Money {
  minor: bigint
  currency: Currency
}

export type ParsedMoney =
  | { ok: true; money: Money }
  | { ok: false; reason: 'not-a-decimal' | 'too-many-decimals' | 'too-large' }

/**
 * The most significant digits that an amount may have. Amounts cross JSON borders as numbers
 * (`gateway-api.md` 2.1), and a double carries fifteen digits exactly.
 */
const MAX_DIGITS = 15

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Reads a decimal string such as `125.50` exactly. Trailing zeros beyond the currency's decimals
 * are accepted (`10.00` yen is ten yen); any other further decimal is refused, never rounded.
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

/** Writes money as a decimal string with all of its currency's decimals: `125.50`. */
export const formatMoney = ({ minor, currency: { exponent } }: Money): string => {
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0')
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Tells whether an amount equals the exact one, or the exact one rounded to a multiple of a unit (in
 * minor units). Accepts both directions at half a unit: rounding differs by platform.
 */
export const isSameOrRounded = (shown: Money, exact: Money, unitMinor = 1n): boolean => {
  if (shown.currency.code !== exact.currency.code) return false
  const apart = shown.minor < exact.minor ? exact.minor - shown.minor : shown.minor - exact.minor
  return apart === 0n || (shown.minor % unitMinor === 0n && apart * 2n <= unitMinor)
}

/** Least amount, in minor units, that a store with so many decimals shows; 1 if it hides none. */
export const shownUnitOf = ({ exponent }: Currency, shownDecimals = exponent): bigint =>
  shownDecimals < exponent ? 10n ** BigInt(exponent - shownDecimals) : 1n

/** Rounds minor units to a multiple of a unit; half of a unit rounds up. */
export const roundedTo = (unitMinor: bigint, minor: bigint): bigint =>
  ((minor + unitMinor / 2n) / unitMinor) * unitMinor

/** Rebuilds money from what a table holds. An unknown code is a bug: it was checked on the way in. */
export const moneyFromMinor = (minor: bigint, currencyCode: string): Money => {
  const currency = currencyByCode(currencyCode)
  if (!currency) throw new Error(`Unknown currency code ${currencyCode}`)
  return { minor, currency }
}
