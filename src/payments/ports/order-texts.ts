import type { OrderCustomer } from '../../db/tables/orders.ts'
import { fitText } from '../../runtime/fit-text.ts'
import { textOfName } from '../../runtime/html-text.ts'
import { keepableText } from '../../runtime/keepable.ts'
import { maskTypedCardNumbers } from '../../runtime/masking.ts'
import { canBeInPath } from '../../runtime/path-segment.ts'
import { plainText } from '../../runtime/plain-text.ts'

/** Callers pass a copy: zod mutates its argument. */
const NO_PART_OF_AN_ADDRESS = {
  message:
    'Cannot be written into an address: use something visible, without control characters, and no "." or ".."',
  params: {
    es: 'No se puede escribir en una dirección: use algo visible, sin caracteres de control, y no "." ni ".."',
  },
} as const

/** The shop's order id: part of the paths that read, refund and cancel the order. */
export const orderIdText = (maxLength: number) =>
  plainText(maxLength).refine(canBeInPath, { ...NO_PART_OF_AN_ADDRESS })

/** Reads a field that only decorates an order: a number is its text; any other type becomes empty. */
export const decorationText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? keepableText(String(value)).trim() : ''

/** Cuts a text that is too long. Masks before it cuts: half a card number would escape the mask. */
export const shortText = (text: string, maxLength: number): string | undefined =>
  (text.length <= maxLength
    ? text
    : fitText(maskTypedCardNumbers(text, { leastDigits: 14 }), maxLength)) || undefined

const LONGEST = { number: 100, name: 191, email: 191, phone: 50, identity_number: 50 }

/** Reads the number by which the customer knows the order, written as HTML. */
export const orderNumber = (value: unknown): string | undefined =>
  shortText(textOfName(decorationText(value)), LONGEST.number)

/**
 * Reads the fields of a customer. Leaves out what is no e-mail address, and what is too long to be one.
 * `readName`: the platforms write names as HTML.
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

/** Any address that a mail server might take. */
const EMAIL = /^[^\s@]+@[^\s@]+$/
