/** Formats an integer of Vendure as Puente's decimal text with all digits: 12550 at precision 2 is "125.50". */
export const toDecimal = (amount: number, precision: number): string => {
  const digits = String(Math.abs(amount)).padStart(precision + 1, '0')
  const point = digits.length - precision
  const fraction = precision === 0 ? '' : `.${digits.slice(point)}`
  return `${amount < 0 ? '-' : ''}${digits.slice(0, point)}${fraction}`
}

/** Reads a decimal text as an integer of Vendure. `undefined`: it has more digits than `precision` holds. */
export const fromDecimal = (text: string, precision: number): number | undefined => {
  const [whole = '', fraction = ''] = text.split('.')
  const digits = fraction.replace(/0+$/, '')
  if (!/^\d+$/.test(whole) || digits.length > precision) return undefined
  return Number(`${whole}${digits.padEnd(precision, '0')}`)
}
