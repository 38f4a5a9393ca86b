/**
 * The numbers of cards by network, with the lengths that each issues. Ids of thirteen digits, as shops
 * have them, begin like some of them: one is a card only if it is a Visa of the old kind.
 */
const NUMBERS_OF_NETWORKS = [
  /^4(?:\d{12}|\d{15}|\d{18})$/, // Visa
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/, // Mastercard
  /^3[47]\d{13}$/, // American Express
  /^3(?:0[0-5]\d|095|[689]\d{2})\d{10,15}$/, // Diners Club
  /^35\d{13,17}$/, // JCB
  /^(?:2131|1800)\d{11}$/, // JCB of the old kind, which begins as a time in milliseconds does
  /^(?:5[06-9]|6\d)\d{14,17}$/, // Maestro, Discover, UnionPay and those of single countries
]

const LEAST_DIGITS = 13
const MOST_DIGITS = 19
/** With the expiry and the code of the card right behind it. */
const MOST_DIGITS_IN_A_RUN = MOST_DIGITS + 10
const EXPIRY_AND_CODE = /(?:0[1-9]|1[0-2])(?:20)?[2-4]\d(?:\d{3,4})?$/

/** What people put between the groups of a number, in any order. */
const USUAL_GAP = /^[\s\p{Pd}\p{Cf}._/·•|*+]{0,2}$/u
/** What stands between the groups where it is the same between all: `, ` as well as `)(` or ` x `. */
const ANY_GAP = /^(?:[^\p{L}\p{N}]|[xX×]){1,6}$/u
/** What stands between digits that somebody has written one by one. */
const GAP_OF_SINGLE_DIGITS = /^[^\p{L}\p{N}]{0,3}$/u

/** Where in a text something stands; `end` is behind it. */
interface Span {
  start: number
  end: number
}

interface Group extends Span {
  digits: string
  /** What stands before it, and which kinds of gaps that can be. */
  gap: string
  isUsual: boolean
  isAny: boolean
  isOfSingleDigits: boolean
}

/** Whether digits are, by their length, their beginning and their check digit, a card number. */
const isCardNumber = (digits: string): boolean =>
  digits.length >= LEAST_DIGITS &&
  NUMBERS_OF_NETWORKS.some((numbers) => numbers.test(digits)) &&
  passesLuhn(digits)

/**
 * A typed text with its digits as ASCII, in whatever script they were, and with blanks for what a form
 * or a page has encoded.
 */
export const withPlainDigits = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/%[0-9a-f]{2}|&(?:#\d{1,4}|#x[0-9a-f]{1,4}|[a-z]{2,6});/gi, blanks)

const blanks = (text: string): string => ' '.repeat(text.length)

/** Unicode has the ten digits of a script in a row, from a code that ends in 0 or in 6. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  const row = code - (code % 16)
  const zero = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6
  return String((code - zero) % 10)
}

/** Where a text (of `withPlainDigits`) holds card numbers, in one piece or in groups. */
export const findCardNumbers = (
  text: string,
  { leastDigits = 0 }: { leastDigits?: number } = {},
): Span[] => {
  const groups = groupsOf(text)
  const found: Span[] = []
  for (const [first, { start }] of groups.entries()) {
    if (start < (found.at(-1)?.end ?? 0)) continue
    const end = cardNumberEnd(groups.slice(first, first + MOST_DIGITS), leastDigits)
    if (end !== undefined) found.push({ start, end })
  }
  return found
}

const groupsOf = (text: string): Group[] => {
  let before: Span & { digits: string } = { start: 0, end: 0, digits: '' }
  return Array.from(text.matchAll(/\d+/g), ({ 0: digits, index: start }) => {
    const gap = text.slice(before.end, start).replace(/\s+/g, ' ')
    const span = { digits, start, end: start + digits.length }
    const isOfSingleDigits =
      digits.length === 1 && before.digits.length === 1 && GAP_OF_SINGLE_DIGITS.test(gap)
    before = span
    return {
      ...span,
      gap,
      isUsual: USUAL_GAP.test(gap),
      isAny: ANY_GAP.test(gap),
      isOfSingleDigits,
    }
  })
}

/** Where the longest card number that begins with the first of these groups ends. */
const cardNumberEnd = (groups: readonly Group[], leastDigits: number): number | undefined => {
  const gap = groups[1]?.gap
  let [areUsual, areAlike, areOfSingleDigits] = [true, true, true]
  let digits = ''
  let ended: number | undefined
  for (const [index, group] of groups.entries()) {
    if (index > 0) {
      areUsual &&= group.isUsual
      areAlike &&= group.isAny && group.gap === gap
      areOfSingleDigits &&= group.isOfSingleDigits
      if (!areUsual && !areAlike && !areOfSingleDigits) break
    }
    digits += group.digits
    if (digits.length > (index === 0 ? MOST_DIGITS_IN_A_RUN : MOST_DIGITS)) break
    const number = index === 0 ? withoutExpiry(digits) : digits
    if (number.length >= leastDigits && isCardNumber(number)) ended = group.end
  }
  return ended
}

const withoutExpiry = (digits: string): string => {
  const number = digits.replace(EXPIRY_AND_CODE, '')
  return isCardNumber(number) ? number : digits
}

/**
 * Whether a typed text holds a card number. `leastDigits`, for fields whose own numbers are long.
 */
export const holdsCardNumber = (typed: string, options: { leastDigits?: number } = {}): boolean =>
  findCardNumbers(withPlainDigits(typed), options).length > 0

/** The check digit of ISO/IEC 7812-1: keeps ids and timestamps from being taken for cards. */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (const [fromRight, digit] of [...digits].reverse().entries()) {
    const doubled = fromRight % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
