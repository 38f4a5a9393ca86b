/** Numbers as Medusa passes them: plain, of bignumber.js, or its own with the raw value of the database. */
export type MedusaAmount = number | string | AmountObject

interface AmountObject {
  value?: string | number | undefined
  raw?: { value: string | number } | undefined
  numeric?: number | undefined
  toFixed?: (() => string) | undefined
}

/** Currencies of ISO 4217 with other than two decimals. The digits of `Intl` are those of prices, such as 0 for HUF. */
const OTHER_DIGITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [
        0,
        'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XAG XAU XBA XBB XBC XBD XDR XOF XPD XPF XPT XSU XTS XUA XXX',
      ],
      [3, 'BHD IQD JOD KWD LYD OMR TND'],
      [4, 'CLF UYW'],
    ] as const
  ).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits] as const)),
)

const fractionDigits = (currency: string): number => OTHER_DIGITS.get(currency) ?? 2

/** Decimal text of an amount with all digits that Medusa keeps. */
export const textOf = (amount: MedusaAmount): string => {
  if (typeof amount !== 'object') return String(amount)
  const { value, raw, numeric } = amount
  return String(value ?? raw?.value ?? numeric ?? amount.toFixed?.())
}

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

/**
 * Formats an amount of Medusa, in major units, as Puente's decimal text with the digits of the
 * currency: 24.9875 is "24.99" USD and "25" JPY. Rounds half up, as Medusa keeps more digits.
 */
export const toDecimal = (amount: MedusaAmount, currency: string): string => {
  const { sign, whole, fraction } = digitsOf(textOf(amount))
  const kept = fractionDigits(currency)
  const minor =
    BigInt(`${whole}${fraction.slice(0, kept).padEnd(kept, '0')}`) +
    (fraction.charAt(kept) >= '5' ? 1n : 0n)
  const digits = minor.toString().padStart(kept + 1, '0')
  const point = digits.length - kept
  const text = kept === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return minor === 0n ? text : `${sign}${text}`
}
