import { passesLuhn } from './card-numbers.ts'

/**
 * Removes from a log line what a log must never hold: card numbers, gateway keys, single-use
 * tokens, signing secrets, our own and the platforms' API keys, passwords in connection strings.
 * A line of JSON stays JSON.
 */
export const maskSecrets = (text: string): string =>
  SECRET_PATTERNS.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text)
    .replace(DIGIT_GROUPS, (groups, offset: number, line: string) =>
      maskCardNumber(groups, isJsonNumber(line, offset)),
    )
    .replace(GROUPS_OF_FOUR, (groups) => maskCardNumber(groups, false))

/**
 * Removes card numbers from what somebody typed, in whatever digits and with whatever between
 * them. Too wide for log lines, where times and addresses would be taken for cards.
 */
export const maskTypedCardNumbers = (typed: string): string => {
  const plain = typed.normalize('NFKC')
  const masked = plain.replace(TYPED_DIGIT_GROUPS, (groups) => maskCardNumber(groups, false))
  return masked === plain ? typed : masked
}

const SECRET_NAME = '[\\w-]*(?:password|secret|authorization|access[_-]token|payment_token|cvc|cvv)'

// No word boundary before a prefix: in JSON, a key at the start of a line follows the `n` of `\n`.
const SECRET_PATTERNS: ReadonlyArray<readonly [RegExp, string]> = [
  [/(Bearer|Basic) +[\w.+/=~-]{4,}/gi, '$1 [secret]'],
  [/(sk_(?:test|live)_|tok_|whsec_|pps_|puente1\.|puente_(?:test|live)_)[\w+/=-]+/g, '$1[secret]'],
  [/(shp(?:at|ca|pa|ss|rt)_|c[ks]_(?=[0-9a-f]{40}))[0-9a-f]+/gi, '$1[secret]'],
  // Bounded, so that a long word costs no more than its length.
  [/([a-z][a-z+]{1,14}:\/\/[^\s:/@"]{0,99}):[^\s/"]{1,99}@/gi, '$1:[secret]@'],
  [new RegExp(`("${SECRET_NAME}":\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|[\\d.]+)`, 'gi'), '$1"[secret]"'],
  // The same in JSON that is quoted inside a JSON string.
  [
    new RegExp(
      `(\\\\"${SECRET_NAME}\\\\":\\s*)(?:\\\\"(?:[^"\\\\]|\\\\\\\\(?:\\\\.|[^\\\\]))*\\\\"|[\\d.]+)`,
      'gi',
    ),
    '$1\\"[secret]\\"',
  ],
]

/** Thirteen digits or more, in one piece or in groups; not a part of an id, a UUID or a decimal. */
const DIGIT_GROUPS = /(?:(?<![\w-]|\d\.)|(?<=\\[bfnrt]))\d(?:[ -]?\d){12,}(?![\w-]|\.\d)/g

/** As they stand on a card, but with other signs between them. */
const GROUPS_OF_FOUR =
  /(?<![\w-])\d{4}(?:(?: ?[./_·–-] ?| )\d{4}){2}(?: ?[./_·–-] ?| )\d{1,7}(?![\w-])/g
/** The same digits, with up to three signs between any two; not a part of a word or an id. */
const TYPED_DIGIT_GROUPS = /(?<![\p{L}\p{N}_-])\d(?:[^\p{L}\p{N}]{0,3}\d){12,}(?![\p{L}\p{N}_-])/gu

const CARD_NUMBER_LENGTHS = { least: 13, most: 19 }
/** What the networks' numbers begin with (2221 to 2720, and 3 to 6): no year, no epoch time. */
const CARD_NUMBER_BEGINNING = /^(?:[3-6]|2[2-7])/

/** Masks the groups that make up a card number; an expiry or an amount may stand beside them. */
const maskCardNumber = (text: string, asJsonNumber: boolean): string => {
  const groups = [...text.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({
    start: index,
    end: index + digits.length,
  }))
  let masked = ''
  let copiedTo = 0
  for (const [first, { start }] of groups.entries()) {
    if (start < copiedTo) continue
    const cardEnd = groups
      // A card number of separate digits is the most groups that it can have.
      .slice(first, first + CARD_NUMBER_LENGTHS.most)
      .findLast(({ end }) => isCardNumber(text.slice(start, end)))?.end
    if (cardEnd === undefined) continue
    // Outside of strings, JSON has nothing but this one number here.
    masked += text.slice(copiedTo, start) + (asJsonNumber ? '"[card number]"' : '[card number]')
    copiedTo = cardEnd
  }
  return masked + text.slice(copiedTo)
}

const isCardNumber = (candidate: string): boolean => {
  const digits = candidate.replace(/\D/g, '')
  const { least, most } = CARD_NUMBER_LENGTHS
  return (
    digits.length >= least &&
    digits.length <= most &&
    CARD_NUMBER_BEGINNING.test(digits) &&
    passesLuhn(digits)
  )
}

/** Whether `offset` is outside of all strings of a JSON line, so that only a value may stand there. */
const isJsonNumber = (line: string, offset: number): boolean => {
  if (!line.startsWith('{')) return false
  let inString = false
  for (let at = 0; at < offset; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === '"') inString = !inString
  }
  return !inString
}
