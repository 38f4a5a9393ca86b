/**
 * Removes from a log line what a log must never hold: card numbers, gateway keys, single-use
 * tokens, signing secrets, our own API keys, passwords in connection strings.
 */
export const maskSecrets = (text: string): string =>
  SECRET_PATTERNS.reduce(
    (line, [pattern, replacement]) => line.replace(pattern, replacement),
    text,
  ).replace(CARD_NUMBER, (digits) => (passesLuhn(digits) ? '[card number]' : digits))

const SECRET_PATTERNS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(sk_(?:test|live)_|tok_|whsec_|puente_(?:test|live)_)[\w+/=-]+/g, '$1[secret]'],
  [/\b(Bearer|Basic) +[\w.+/=~-]+/gi, '$1 [secret]'],
  [/(\w+:\/\/[^\s:/@"]*):[^\s@/"]+@/g, '$1:[secret]@'],
  [
    /("(?:cvc|cvv|password|secret|authorization|payment_token)":\s*)"(?:[^"\\]|\\.)*"/gi,
    '$1"[secret]"',
  ],
]

const CARD_NUMBER = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w.-])/g

/** The check digit of ISO/IEC 7812-1: keeps ids and timestamps from being taken for cards. */
const passesLuhn = (candidate: string): boolean => {
  let sum = 0
  const digits = candidate.replace(/\D/g, '')
  for (const [fromRight, digit] of [...digits].reverse().entries()) {
    const doubled = fromRight % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
