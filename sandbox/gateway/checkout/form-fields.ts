import { holdsCardNumber } from '../../../src/domain/card-numbers.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'

export const CUSTOMER_FIELDS = [
  'customer_name',
  'customer_email',
  'customer_phone',
  'customer_identity_number',
] as const

/** Top to bottom; also the elements' ids. */
export const FIELD_NAMES = [
  'tip_custom',
  'number',
  'expiry',
  'cvc',
  'holder',
  ...CUSTOMER_FIELDS,
] as const

export type FieldName = (typeof FIELD_NAMES)[number]

/** Never the card number or CVC. */
const SHOWN_AGAIN = [...CUSTOMER_FIELDS, 'tip', 'tip_custom', 'expiry', 'holder', 'save_card']

export type FormFields = Readonly<Record<string, string>>

/** Drops control characters (PostgreSQL cannot store NUL) and fields with a card number. */
export const refillable = (fields: FormFields): FormFields =>
  Object.fromEntries(
    SHOWN_AGAIN.flatMap((name) => {
      const text = formText(fields, name)
      return fields[name] === undefined || holdsCardNumber(text) ? [] : [[name, text]]
    }),
  )

export const formText = (fields: FormFields, name: string): string =>
  (fields[name] ?? '').replace(/\p{Cc}/gu, '').trim()

/** Prefers the merchant's prefill if locked (4.3). */
export const customerDetail = (
  name: (typeof CUSTOMER_FIELDS)[number],
  { payment, fields }: { payment: SandboxPaymentRow; fields: FormFields },
): string | null => {
  const given = payment[name]
  if (isLocked(name, payment) || fields[name] === undefined) return given
  return formText(fields, name) || null
}

/** Locks each non-empty prefill (4.3). */
export const isLocked = (name: (typeof CUSTOMER_FIELDS)[number], payment: SandboxPaymentRow) =>
  payment.lock_customer_fields && Boolean(payment[name])
