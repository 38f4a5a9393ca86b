import { maskSecrets } from '../../src/platform/masking.ts'

const MASK = '[masked]'

/** Fields that hold card data, wherever they turn up: even a mistyped number is somebody's. */
const CARD_FIELDS = new Set(['number', 'card_number', 'cardnumber', 'pan', 'cvc', 'cvv', 'cvv2'])

/**
 * A body without card data and secrets: fields that hold a card are masked whatever is in them,
 * and so is everything elsewhere that reads as a card number or a key.
 */
export const masked = (value: unknown): unknown => {
  if (typeof value === 'string') return maskSecrets(value)
  if (typeof value === 'number') return maskedNumber(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      CARD_FIELDS.has(field.toLowerCase()) ? MASK : masked(inner),
    ]),
  )
}

const maskedNumber = (value: number): unknown => {
  const text = String(value)
  return maskSecrets(text) === text ? value : MASK
}
