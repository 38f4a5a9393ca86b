import { holdsCardNumber } from '../../../src/runtime/card-numbers.ts'
import type { PaymentRow } from '../database/tables.ts'

export const CUSTOMER_FIELDS = [
  'customer_name',
  'customer_email',
  'customer_phone',
  'customer_identity_number',
] as const

/** The form's fields that can be wrong, from top to bottom. Their names are their ids as well. */
export const FIELD_NAMES = [
  ...CUSTOMER_FIELDS,
  'tip_custom',
  'number',
  'expiry',
  'cvc',
  'holder',
] as const

export type FieldName = (typeof FIELD_NAMES)[number]

/** What a form shows again after it was sent; the card's number and code are never among them. */
const SHOWN_AGAIN = [...CUSTOMER_FIELDS, 'tip', 'tip_custom', 'expiry', 'holder', 'save_card']

/** The form's fields without those that are shown to nobody again. */
export type FormFields = Readonly<Record<string, string>>

/**
 * What is shown again of a sent form, without control characters (no database keeps NUL). A field
 * that holds a card number by mistake is left out.
 */
export const shownAgain = (fields: FormFields): FormFields =>
  Object.fromEntries(
    SHOWN_AGAIN.flatMap((name) => {
      const text = typedIn(fields, name)
      return fields[name] === undefined || holdsCardNumber(text) ? [] : [[name, text]]
    }),
  )

export const typedIn = (fields: FormFields, name: string): string =>
  (fields[name] ?? '').replace(/\p{Cc}/gu, '').trim()

/** A customer's detail as it counts: the merchant's where that is locked (4.3), else what was typed. */
export const customerDetail = (
  name: (typeof CUSTOMER_FIELDS)[number],
  { payment, fields }: { payment: PaymentRow; fields: FormFields },
): string | null => {
  const given = payment[name]
  if (isLocked(name, payment) || fields[name] === undefined) return given
  return typedIn(fields, name) || null
}

/** 4.3: "each prefilled field with a non-empty value is read-only at checkout". */
export const isLocked = (name: (typeof CUSTOMER_FIELDS)[number], payment: PaymentRow): boolean =>
  payment.lock_customer_fields && Boolean(payment[name])
