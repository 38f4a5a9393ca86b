import {
  type CardNumberBounds,
  findCardNumbers,
  withPlainDigits,
} from '../../domain/card-numbers.ts'

const CARD_NUMBER = '[card number]'

/**
 * Redacts a log line: card numbers, gateway keys, single-use tokens, signing secrets, API keys,
 * passwords in connection strings. JSON stays JSON.
 */
export const maskSecrets = (text: string): string =>
  SECRET_PATTERNS.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text)
    .replace(DIGIT_GROUPS, (groups, offset: number, line: string) =>
      // Outside of strings, the number is the whole JSON value.
      maskCardNumbers(groups, isJsonNumber(line, offset) ? `"${CARD_NUMBER}"` : CARD_NUMBER),
    )
    .replace(GROUPS_OF_FOUR, (groups) => maskCardNumbers(groups, CARD_NUMBER))

/**
 * Masks card numbers in any script, with any separators. Too greedy for log lines with timestamps
 * and addresses.
 */
export const maskTypedCardNumbers = (typed: string, bounds: CardNumberBounds = {}): string => {
  const plain = withPlainDigits(typed)
  const masked = maskCardNumbers(plain, CARD_NUMBER, bounds)
  return masked === plain ? typed : masked
}

const SECRET_NAME = '[\\w-]*(?:password|secret|authorization|access[_-]token|payment_token|cvc|cvv)'

// No word boundary: in JSON, a key at the start of a line follows the `n` of `\n`.
const SECRET_PATTERNS: ReadonlyArray<readonly [RegExp, string]> = [
  [/(Bearer|Basic) +[\w.+/=~-]{4,}/gi, '$1 [secret]'],
  [/(sk_(?:test|live)_|tok_|whsec_|pps_|puente1\.|puente_(?:test|live)_)[\w+/=-]+/g, '$1[secret]'],
  [/(shp(?:at|ca|pa|ss|rt)_|c[ks]_(?=[0-9a-f]{40}))[0-9a-f]+/gi, '$1[secret]'],
  // Bounded repetition keeps long words linear.
  [/([a-z][a-z+]{1,14}:\/\/[^\s:/@"]{0,99}):[^\s/"]{1,99}@/gi, '$1:[secret]@'],
  [new RegExp(`("${SECRET_NAME}":\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|[\\d.]+)`, 'gi'), '$1"[secret]"'],
  // Masks the fields above in nested JSON strings.
  [
    new RegExp(
      `(\\\\"${SECRET_NAME}\\\\":\\s*)(?:\\\\"(?:[^"\\\\]|\\\\\\\\(?:\\\\.|[^\\\\]))*\\\\"|[\\d.]+)`,
      'gi',
    ),
    '$1\\"[secret]\\"',
  ],
]

/** Runs of 13 or more digits, grouped or not; no part of an id, UUID or decimal. */
const DIGIT_GROUPS = /(?:(?<![\w-]|\d\.)|(?<=\\[bfnrt]))\d(?:[ -]?\d){12,}(?![\w-]|\.\d)/g

const GROUPS_OF_FOUR =
  /(?<![\w-])\d{4}(?:(?: ?[./_·–-] ?| )\d{4}){2}(?: ?[./_·–-] ?| )\d{1,7}(?![\w-])/g

/** Keeps an adjacent expiry or amount. */
const maskCardNumbers = (text: string, mask: string, bounds: CardNumberBounds = {}): string => {
  const found = findCardNumbers(text, bounds)
  const starts = [0, ...found.map(({ end }) => end)]
  return starts.map((start, index) => text.slice(start, found[index]?.start)).join(mask)
}

const isJsonNumber = (line: string, offset: number): boolean => {
  if (!line.startsWith('{')) return false
  let inString = false
  for (let at = 0; at < offset; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === '"') inString = !inString
  }
  return !inString
}
