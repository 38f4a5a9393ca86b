import type { OrderCustomer } from '../../db/tables/orders.ts'
import { TEXTS } from '../../locales/texts.ts'
import { textOfName } from '../../runtime/http/page/html-text.ts'
import { canBeInPath } from '../../runtime/net/path-segment.ts'
import { fitText } from '../../runtime/text/fit-text.ts'
import { maskTypedCardNumbers } from '../../runtime/text/masking.ts'
import { plainText } from '../../runtime/text/plain-text.ts'
import { toStorableText } from '../../runtime/text/storable.ts'

/** Schema of a store's order id, a segment of URL paths. */
export const orderIdText = (maxLength: number) =>
  plainText(maxLength).refine(canBeInPath, { error: TEXTS.en.validation.addressPart })

/** Reads a decorative field: numbers become text, other types empty. */
export const decorationText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? toStorableText(String(value)).trim() : ''

/** Truncates a text. Masks card numbers first: half a number would escape the mask. */
export const shortText = (text: string, maxLength: number): string | undefined =>
  (text.length <= maxLength
    ? text
    : fitText(maskTypedCardNumbers(text, { leastDigits: 14 }), maxLength)) || undefined

const LONGEST = { number: 100, name: 191, email: 191, phone: 50, identity_number: 50 }

/** Reads the customer-facing number, an HTML text. */
export const orderNumber = (value: unknown): string | undefined =>
  shortText(textOfName(decorationText(value)), LONGEST.number)

/**
 * Reads customer fields. Drops invalid and overlong values, truncates names. Platforms write names
 * as HTML, which `readName` decodes.
 */
export const customerOf = (
  fields: { [Field in keyof OrderCustomer]?: unknown },
  readName: (text: string) => string = textOfName,
): OrderCustomer => {
  const whole = (field: 'email' | 'phone' | 'identity_number'): string | undefined => {
    const text = decorationText(fields[field])
    return text.length <= LONGEST[field] ? text || undefined : undefined
  }
  const email = whole('email')
  return {
    name: shortText(readName(decorationText(fields.name)), LONGEST.name),
    email: email && EMAIL.test(email) ? email : undefined,
    phone: whole('phone'),
    identity_number: whole('identity_number'),
  }
}

/** Lenient: any address that a mail server might accept. */
const EMAIL = /^[^\s@]+@[^\s@]+$/
