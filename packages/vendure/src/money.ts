/** Fraction digits of a currency in ISO 4217. */
const fractionDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2

/**
 * Formats an integer of Vendure as Puente's decimal text: 12550 at precision 2 is "125.50".
 * Drops zeros beyond the digits of the currency ("100" yen); other digits stay, and Puente refuses them.
 */
export const toDecimal = (amount: number, precision: number, currency: string): string => {
  const digits = String(Math.abs(amount)).padStart(precision + 1, '0')
  const whole = digits.slice(0, digits.length - precision)
  const kept = fractionDigits(currency)
  const fraction = digits.slice(digits.length - precision)
  const surplus = fraction.slice(kept).replace(/0+$/, '')
  const shown = surplus === '' ? fraction.slice(0, kept) : fraction
  return `${amount < 0 ? '-' : ''}${whole}${shown === '' ? '' : `.${shown}`}`
}

/** Reads a decimal text as an integer of Vendure. `undefined`: it has more digits than `precision` holds. */
export const fromDecimal = (text: string, precision: number): number | undefined => {
  const [whole = '', fraction = ''] = text.split('.')
  const digits = fraction.replace(/0+$/, '')
  if (!/^\d+$/.test(whole) || digits.length > precision) return undefined
  return Number(`${whole}${digits.padEnd(precision, '0')}`)
}
