import { type Card, digitsOf, isExpiredCard, isTestCard, readCard } from '../cards.ts'
import type { PaymentRow } from '../database/tables.ts'
import { percentOf } from '../payments/pricing.ts'
import { readTip } from '../payments/tips.ts'
import type { Texts } from './texts.ts'

/** The names of the form's fields, which are their ids as well. */
export type FieldName =
  | 'customer_name'
  | 'customer_email'
  | 'customer_phone'
  | 'customer_identity_number'
  | 'tip_custom'
  | 'number'
  | 'expiry'
  | 'cvc'
  | 'holder'

export type FormErrors = Partial<Record<FieldName, string>>

export type FormReading =
  | { ok: true; card: Card; tipMinor: bigint; formKey: string | undefined }
  | { ok: false; errors: FormErrors }

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const EXPIRY = /^(\d{1,2}) ?[/.-]? ?(\d{2}|\d{4})$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * Reads what a customer typed. Customer data are checked but not kept: `customer` of a payment is
 * what the merchant gave (`gateway-api.md` 1.6).
 */
export const readForm = (
  fields: Readonly<Record<string, string>>,
  { payment, now, texts }: { payment: PaymentRow; now: Date; texts: Texts },
): FormReading => {
  const errors: FormErrors = {}
  const typed = (name: string): string => (fields[name] ?? '').trim()
  const required = (name: FieldName, missing: string): string => {
    if (typed(name) === '') errors[name] = missing
    return typed(name)
  }

  const email = typed('customer_email')
  if (email !== '' && !EMAIL.test(email)) errors.customer_email = texts.invalidEmail
  const tip = tipOf({ choice: typed('tip'), custom: typed('tip_custom'), payment })
  if (tip === undefined) errors.tip_custom = texts.invalidTip

  const cardNumber = required('number', texts.missingNumber)
  if (!errors.number) {
    if (!/^\d{13,19}$/.test(digitsOf(cardNumber))) errors.number = texts.invalidNumber
    else if (!isTestCard(cardNumber)) errors.number = texts.onlyTestCards
  }
  const expiry = expiryOf(required('expiry', texts.missingExpiry))
  if (!errors.expiry && !expiry) errors.expiry = texts.invalidExpiry
  else if (expiry && isExpiredCard(expiry, now)) errors.expiry = texts.expiredCard
  const cvc = required('cvc', texts.missingCvc)
  if (!errors.cvc && !/^\d{3,4}$/.test(cvc)) errors.cvc = texts.invalidCvc
  required('holder', texts.missingHolder)

  const reading = expiry && readCard({ number: cardNumber, ...expiry }, now)
  if (tip === undefined || !reading?.ok || Object.keys(errors).length > 0) {
    return { ok: false, errors }
  }
  const formKey = typed('form_key')
  return {
    ok: true,
    card: reading.card,
    tipMinor: tip,
    formKey: UUID.test(formKey) ? formKey : undefined,
  }
}

const expiryOf = (text: string): { expMonth: number; expYear: number } | undefined => {
  const [, month, year] = EXPIRY.exec(text) ?? []
  const expMonth = Number(month)
  if (!year || expMonth < 1 || expMonth > 12) return undefined
  return { expMonth, expYear: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

/** The chosen tip in minor units; `undefined` when it is none that this payment allows. */
const tipOf = ({
  choice,
  custom,
  payment,
}: {
  choice: string
  custom: string
  payment: PaymentRow
}): bigint | undefined => {
  const { tip } = payment.pricing_rules
  if (tip.mode !== 'customer') return 0n
  if (choice === 'custom' && tip.allowCustom) {
    const reading = readTip(custom || '0', payment)
    return reading.ok ? reading.minor : undefined
  }
  return tip.presetPercentages.includes(choice) ? percentOf(payment.amount_minor, choice) : 0n
}
