import { maskSecrets, maskTypedCardNumbers } from '../../../src/runtime/masking.ts'

const MASK = '[masked]'

/** Card data and secrets, wherever they turn up: even a mistyped card number is somebody's. */
const SECRET_FIELDS = new Set([
  ...['number', 'cardnumber', 'ccnumber', 'pan', 'accountnumber'],
  ...['cvc', 'cvv', 'csc', 'cvn', 'securitycode', 'cardcode', 'pin'],
  ...['secret', 'secretkey', 'signature', 'password', 'authorization', 'apikey', 'accesstoken'],
])

/** Longer texts are cut: the journal shows what was asked, it is no archive. */
const LONGEST_TEXT = 500

/**
 * A body without card data and secrets: fields that hold a card are masked whatever is in them,
 * and so is everything elsewhere that reads as a card number or a key.
 */
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

/** A query, field by field: encoded, a card number does not read as one. */
export const maskedQuery = (query: URLSearchParams): string =>
  new URLSearchParams(
    [...query].map(([field, value]): [string, string] => [
      String(masked(field)),
      isSecretField(field) && value !== '' ? MASK : String(masked(value)),
    ]),
  ).toString()

/** A path as it came, unless what it says, decoded, has something to hide. */
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

/** `card[number]`, `cardNumber`, `card-number` and `card.cvv2` are one field each, and secret. */
const isSecretField = (field: string): boolean => {
  const parts = field.split(/[[\].]+/).filter((part) => part !== '')
  const name = (parts.at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, '')
  return SECRET_FIELDS.has(name)
}

/** Never cut within a run of digits, where half a card number would stay. */
const shortened = (text: string): string =>
  text.length > LONGEST_TEXT
    ? `${text.slice(0, LONGEST_TEXT).replace(/[^\p{L}]{1,80}$/u, '')}…`
    : text

const maskedNumber = (value: number): unknown => {
  const text = String(value)
  return maskSecrets(text) === text ? value : MASK
}
