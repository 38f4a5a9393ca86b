import { addressWithoutSecrets } from '../../runtime/net/address-without-secrets.ts'
import { maskSecrets, maskTypedCardNumbers } from '../../runtime/text/masking.ts'
import { toStorableText } from '../../runtime/text/storable.ts'

/** Free text, customer data and secrets, in any API. */
const LEFT_OUT =
  /(reason|note|comment|description|metadata|customer|phone|address|first_name|last_name|card|query|search|token|secret|password|key)/i

const LONGEST = 500
/** Real requests nest less, and deeper JSON would fail the insert. */
const DEEPEST = 20

/** Redacts a request for the audit log: drops customer data, masks secrets and card numbers. */
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
      toStorableText(name),
      field !== undefined && LEFT_OUT.test(name) ? LEFT_OUT_TEXT : kept(field, depth + 1),
    ]),
  )
}

const LEFT_OUT_TEXT = '[left out]'

const keptText = (text: string): string =>
  maskTypedCardNumbers(withoutSecretsOfAddress(text))
    .replaceAll('\u0000', '')
    .slice(0, LONGEST)
    // The slice may split a surrogate pair.
    .toWellFormed()

/** Strips credentials and query tokens from a URL. */
const withoutSecretsOfAddress = (text: string): string => {
  if (!/^\s*https?:/i.test(text)) return text
  return URL.canParse(text) ? addressWithoutSecrets(text) : text.replace(/[?#].*/s, '?…')
}

/** Masks and bounds an entry's subject. */
export const auditedSubject = (...names: readonly string[]): string | null =>
  maskSecrets(maskTypedCardNumbers(names.filter(Boolean).join(' '), NO_ORDER_ID)).slice(
    0,
    LONGEST,
  ) || null

/** Order ids of 13 digits can look like old card numbers. */
const NO_ORDER_ID = { leastDigits: 14 }
