/**
 * Card numbers by network. Only Visa has issued 13 digits; shop ids of that length can start like
 * any card.
 */
const NUMBERS_OF_NETWORKS = [
  /^4(?:\d{12}|\d{15}|\d{18})$/, // Visa
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/, // Mastercard
  /^3[47]\d{13}$/, // American Express
  /^3(?:0[0-5]\d|095|[689]\d{2})\d{10,15}$/, // Diners Club
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/, // JCB; 15 digits with prefix 35 are a phone's IMEI
  /^(?:2131|1800)\d{11}$/, // old JCB; timestamps in milliseconds share the prefix
  /^(?:5[06-9]|6\d)\d{14,17}$/, // Maestro, Discover, UnionPay, national networks
]

const SHORTEST = 13
const LONGEST = 19
const EXPIRY = '(?:(?:0[1-9]|1[0-2])(?:20)?[2-4]\\d|(?:20)?[2-4]\\d(?:0[1-9]|1[0-2]))'
/** Digits that may directly follow a number: its security code, its expiry, or both. */
const BEHIND_A_NUMBER = new RegExp(`^(?:\\d{3}|${EXPIRY}(?:\\d{3,4})?|\\d{3,4}${EXPIRY})?$`)
const EXPIRY_FIRST = new RegExp(`^${EXPIRY}(?=\\d{13})`)
/** Upper bound on digits: two numbers, or expiry, number, expiry and code. */
const LONGEST_RUN = LONGEST * 2

/** UUIDs and hexadecimal ids with some letters, which people do not type. */
const IDS =
  /(?<![\da-z])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[\da-f]{20,}(?![\da-z]))\d*(?:[a-f]+\d*){3,})(?![\da-z])/gi

/** Timestamps (seconds, milliseconds) and days: callers build ids from these. */
const TIMESTAMP = /^(?:1[5-9]\d{8}(?:\d{3})?|20[2-9]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/
/** Decimal fractions, such as random numbers. */
const FRACTION = /(?<![\d.])0\.\d{13,}/g

const USUAL_GAP = /^[\s\p{Pd}\p{Cf}._/·•|*+]{0,2}$/u
/** Unusual gap, accepted only between all groups alike: `, `, `)(` or ` x `. */
const ANY_GAP = /^(?:[^\p{L}\p{N}]|[xX×]){1,6}$/u
const GAP_OF_SINGLE_DIGITS = /^[^\p{L}\p{N}]{0,3}$/u

interface Span {
  start: number
  end: number
}

interface Group extends Span {
  digits: string
  /** Text before the group. */
  gap: string
  isUsual: boolean
  isAny: boolean
  isOfSingleDigits: boolean
}

/** Bounds on digits, for fields that hold other long numbers. */
export interface CardNumberBounds {
  leastDigits?: number
  mostDigits?: number
}

const isCardNumber = (digits: string): boolean =>
  NUMBERS_OF_NETWORKS.some((numbers) => numbers.test(digits)) && passesLuhn(digits)

/** Normalizes digits of any script to ASCII; blanks out URL, HTML and JSON escapes. */
export const withPlainDigits = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(ENCODED_DIGIT, '\u200b\u200b$1')
    .replace(ENCODED, blanks)
    .replace(LETTERS_LIKE_BLANKS, ' ')

const ENCODED_DIGIT = /%3(\d)/g
const ENCODED =
  /%(?:25)*[0-9a-f]{2}|&(?:#\d{1,4}|#x[0-9a-f]{1,4}|[a-z]{2,6});|\\(?:[nrt]|u[0-9a-f]{4})/gi
/** Hangul fillers, and the Japanese long vowel mark (like a dash). */
const LETTERS_LIKE_BLANKS = /[\u115f\u1160\u30fc]/g

const blanks = (text: string): string => ' '.repeat(text.length)

/** Unicode stores a script's digits in sequence, from a code ending in 0 or 6. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  const row = code - (code % 16)
  const zero = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6
  return String((code - zero) % 10)
}

/** Returns the spans of card numbers, grouped or not, in text from `withPlainDigits`. */
export const findCardNumbers = (text: string, bounds: CardNumberBounds = {}): Span[] => {
  const groups = groupsOf(text.replace(IDS, letters).replace(FRACTION, letters))
  const found: Span[] = []
  for (const [first, { start }] of groups.entries()) {
    if (start < (found.at(-1)?.end ?? 0)) continue
    const end = cardNumberEnd(groups.slice(first, first + LONGEST), bounds)
    if (end !== undefined) found.push({ start, end })
  }
  return found
}

const letters = (text: string): string => 'x'.repeat(text.length)

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

/** Returns the end of the longest card number that starts at the first group. */
const cardNumberEnd = (groups: readonly Group[], bounds: CardNumberBounds): number | undefined => {
  const [{ digits: run, end: endOfRun } = { digits: '', end: 0 }] = groups
  if (IMEI.test(run)) return undefined
  const gap = groups[1]?.gap
  let [areUsual, areAlike, areOfSingleDigits] = [true, true, true]
  let digits = ''
  let ended: number | undefined
  for (const [index, group] of groups.entries()) {
    if (index > 0) {
      if (TIMESTAMP.test(group.digits)) break
      areUsual &&= group.isUsual
      areAlike &&= group.isAny && group.gap === gap
      areOfSingleDigits &&= group.isOfSingleDigits
      if (!areUsual && !areAlike && !areOfSingleDigits) break
    }
    const before = digits.length
    if (before >= LONGEST) break
    digits += group.digits
    if (digits.length > LONGEST_RUN) break
    if (endsWithNumber(digits, { ...bounds, behind: before })) ended = group.end
  }
  const [expiry = ''] = EXPIRY_FIRST.exec(run) ?? []
  const isBehindExpiry =
    expiry !== '' &&
    run.length <= LONGEST_RUN &&
    endsWithNumber(run.slice(expiry.length), { ...bounds, behind: 0 })
  return ended ?? (isBehindExpiry ? endOfRun : undefined)
}

const IMEI = /^35\d{13}$/

/**
 * Reports whether `digits` begins with a card number of more than `behind` digits. Only expiry,
 * code or another number may follow it.
 */
const endsWithNumber = (
  digits: string,
  { behind, leastDigits = SHORTEST, mostDigits = LONGEST }: CardNumberBounds & { behind: number },
): boolean => {
  const longest = Math.min(mostDigits, digits.length)
  for (let length = Math.max(leastDigits, SHORTEST, behind + 1); length <= longest; length++) {
    const rest = digits.slice(length)
    if (!BEHIND_A_NUMBER.test(rest) && !isCardNumber(rest)) continue
    if (isCardNumber(digits.slice(0, length))) return true
  }
  return false
}

/** Reports whether a typed text holds a card number. */
export const holdsCardNumber = (typed: string, bounds: CardNumberBounds = {}): boolean =>
  findCardNumbers(withPlainDigits(typed), bounds).length > 0

/** Checks the check digit (ISO/IEC 7812-1), which rules out most ids and timestamps. */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (const [fromRight, digit] of [...digits].reverse().entries()) {
    const doubled = fromRight % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
