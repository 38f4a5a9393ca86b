/**
 * The numbers of cards by network, with the lengths that each issues. Ids of thirteen digits, as shops
 * have them, begin like some of them: one is a card only if it is a Visa of the old kind.
 */
const NUMBERS_OF_NETWORKS = [
  /^4(?:\d{12}|\d{15}|\d{18})$/, // Visa
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/, // Mastercard
  /^3[47]\d{13}$/, // American Express
  /^3(?:0[0-5]\d|095|[689]\d{2})\d{10,15}$/, // Diners Club
  /^(?:35\d{2}|2131|1800)\d{11,15}$/, // JCB
  /^(?:5[06-9]|6\d)\d{14,17}$/, // Maestro, Discover, UnionPay and those of single countries
]

/** What stands between the digits of a number that somebody has typed, or hidden. */
const BETWEEN_DIGITS = /^[\s\p{Pd}\p{Cf}._/·•|*+]{0,2}$/u

const MOST_DIGITS = 19

/**
 * Whether a text holds what is, by its length, its beginning and its check digit, a card number, in
 * one piece or in groups. `leastDigits`, for fields whose own numbers are long.
 */
export const holdsCardNumber = (
  typed: string,
  { leastDigits = 0 }: { leastDigits?: number } = {},
): boolean => {
  const text = typed.normalize('NFKC')
  const groups = [...text.matchAll(/\d+/g)]
  return groups.some((_, first) => {
    let digits = ''
    let end: number | undefined
    for (const { 0: group, index } of groups.slice(first, first + MOST_DIGITS)) {
      if (end !== undefined && !BETWEEN_DIGITS.test(text.slice(end, index))) return false
      digits += group
      end = index + group.length
      if (digits.length > MOST_DIGITS) return false
      if (digits.length >= leastDigits && isOfNetwork(digits) && passesLuhn(digits)) return true
    }
    return false
  })
}

const isOfNetwork = (digits: string): boolean =>
  NUMBERS_OF_NETWORKS.some((numbers) => numbers.test(digits))

/** The check digit of ISO/IEC 7812-1: keeps ids and timestamps from being taken for cards. */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (const [fromRight, digit] of [...digits].reverse().entries()) {
    const doubled = fromRight % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
