import { maskSecrets, maskTypedCardNumbers } from '../../../src/runtime/text/masking.ts'

const MASK = '[masked]'

/** A mistyped card number may be a real one. */
const SECRET_FIELDS = new Set([
  'number',
  'cardnumber',
  'ccnumber',
  'pan',
  'accountnumber',
  'cvc',
  'cvv',
  'csc',
  'cvn',
  'securitycode',
  'cardcode',
  'pin',
  'secret',
  'secretkey',
  'signature',
  'password',
  'authorization',
  'apikey',
  'accesstoken',
])

/** Truncates longer texts; the journal is no archive. */
const LONGEST_TEXT = 500

/** Masks secret fields entirely, and card numbers and keys anywhere else. */
export const masked = (value: unknown): unknown => {
  if (typeof value === 'string') return hidden(shortened(value))
  if (typeof value === 'number') return maskedNumber(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      String(masked(field)),
      isSecretField(field) ? MASK : masked(inner),
    ]),
  )
}

const hidden = (text: string): string => maskSecrets(maskTypedCardNumbers(text))

/** Masks by field, since URL encoding can hide a card number. */
export const maskedQuery = (query: URLSearchParams): string =>
  new URLSearchParams(
    [...query].map(([field, value]): [string, string] => [
      String(masked(field)),
      isSecretField(field) && value !== '' ? MASK : String(masked(value)),
    ]),
  ).toString()

/** Keeps the raw path unless its decoded form holds a secret. */
export const maskedPath = (path: string): string => {
  const said = decoded(path)
  return hidden(said) === said ? String(masked(path)) : String(masked(said))
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path.replaceAll('+', ' '))
  } catch {
    return path
  }
}

/** Matches `card[number]`, `cardNumber`, `card-number` and `card.cvv2`. */
const isSecretField = (field: string): boolean => {
  const parts = field.split(/[[\].]+/).filter((part) => part !== '')
  const name = (parts.at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, '')
  return SECRET_FIELDS.has(name)
}

/** Never truncates inside digits, which would leave half a card number unmasked. */
const shortened = (text: string): string =>
  text.length > LONGEST_TEXT
    ? `${text.slice(0, LONGEST_TEXT).replace(/[^\p{L}]{1,80}$/u, '')}…`
    : text

const maskedNumber = (value: number): unknown => {
  const text = String(value)
  return maskSecrets(text) === text ? value : MASK
}
