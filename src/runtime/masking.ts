import { type CardNumberBounds, findCardNumbers, withPlainDigits } from './card-numbers.ts'

const CARD_NUMBER = '[card number]'

/**
 * Removes from a log line what a log must never hold: card numbers, gateway keys, single-use
 * tokens, signing secrets, our own and the platforms' API keys, passwords in connection strings.
 * A line of JSON stays JSON.
 */
export const maskSecrets = (text: string): string =>
  SECRET_PATTERNS.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text)
    .replace(DIGIT_GROUPS, (groups, offset: number, line: string) =>
      // Outside of strings, JSON has nothing but this one number here.
      maskCardNumbers(groups, isJsonNumber(line, offset) ? `"${CARD_NUMBER}"` : CARD_NUMBER),
    )
    .replace(GROUPS_OF_FOUR, (groups) => maskCardNumbers(groups, CARD_NUMBER))

/**
 * Removes card numbers from what somebody typed, in whatever digits and with whatever between
 * them. Too wide for log lines, where times and addresses would be taken for cards.
 */
export const maskTypedCardNumbers = (typed: string, bounds: CardNumberBounds = {}): string => {
  const plain = withPlainDigits(typed)
  const masked = maskCardNumbers(plain, CARD_NUMBER, bounds)
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

/** Masks the groups that make up a card number; an expiry or an amount may stand beside them. */
const maskCardNumbers = (text: string, mask: string, bounds: CardNumberBounds = {}): string => {
  const found = findCardNumbers(text, bounds)
  const starts = [0, ...found.map(({ end }) => end)]
  return starts.map((start, index) => text.slice(start, found[index]?.start)).join(mask)
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
