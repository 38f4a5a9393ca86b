import { addressWithoutSecrets } from '../../payments/stores/secret-hints.ts'
import { keepableText } from '../../runtime/keepable.ts'
import { maskSecrets, maskTypedCardNumbers } from '../../runtime/masking.ts'

/** What people write freely, or what is about a customer, whatever API it is a field of. */
const LEFT_OUT =
  /(reason|note|comment|customer|phone|address|first_name|last_name|card|query|search|token|secret|password|key)/i

const LONGEST = 500
/** What we are sent has no more levels; what has more would fail the database. */
const DEEPEST = 20

/**
 * What was asked for, as the audit log may hold it for ever: nothing that a customer's data could stand
 * in, no secrets, no card numbers.
 */
export const auditedRequest = (body: unknown): object | null => {
  if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) return null
  return JSON.parse(maskSecrets(JSON.stringify(kept(body, 0))))
}

const kept = (value: unknown, depth: number): unknown => {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return keptText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return LEFT_OUT_TEXT
  if (value instanceof Date) return value.toJSON()
  if (Array.isArray(value)) return value.map((each) => kept(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      keepableText(name),
      field !== undefined && LEFT_OUT.test(name) ? LEFT_OUT_TEXT : kept(field, depth + 1),
    ]),
  )
}

const LEFT_OUT_TEXT = '[left out]'

const keptText = (text: string): string =>
  maskTypedCardNumbers(withoutSecretsOfAddress(text))
    .replaceAll('\u0000', '')
    .slice(0, LONGEST)
    // It may be cut in the middle of a character.
    .toWellFormed()

/** Of an address, a password, a token in its query: whatever is let in by it. */
const withoutSecretsOfAddress = (text: string): string => {
  if (!/^\s*https?:/i.test(text)) return text
  return URL.canParse(text) ? addressWithoutSecrets(text) : text.replace(/[?#].*/s, '?…')
}

/** The name of what an act is about, as the audit log may hold it. */
export const auditedSubject = (...names: readonly string[]): string | null =>
  maskSecrets(maskTypedCardNumbers(names.filter(Boolean).join(' '), NO_ORDER_ID)).slice(
    0,
    LONGEST,
  ) || null

/** Shops use order ids of 13 digits, some of which look like card numbers of an old length. */
const NO_ORDER_ID = { leastDigits: 14 }
