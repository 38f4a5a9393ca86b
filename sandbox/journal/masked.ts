import { maskSecrets } from '../../src/platform/masking.ts'

const MASK = '[masked]'

/** Card data and secrets, wherever they turn up: even a mistyped card number is somebody's. */
const SECRET_FIELDS = new Set([
  ...['number', 'card_number', 'cardnumber', 'pan', 'cvc', 'cvv', 'cvv2'],
  'secret',
])

/** Longer texts are cut: the journal shows what was asked, it is no archive. */
const LONGEST_TEXT = 500

/**
 * A body without card data and secrets: fields that hold a card are masked whatever is in them,
 * and so is everything elsewhere that reads as a card number or a key.
 */
export const masked = (value: unknown): unknown => {
  if (typeof value === 'string') return maskSecrets(shortened(value))
  if (typeof value === 'number') return maskedNumber(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      SECRET_FIELDS.has(field.toLowerCase()) ? MASK : masked(inner),
    ]),
  )
}

/** Never cut within a run of digits, where half a card number would stay. */
const shortened = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).replace(/[\d -]{1,24}$/, '')}…` : text

const maskedNumber = (value: number): unknown => {
  const text = String(value)
  return maskSecrets(text) === text ? value : MASK
}
