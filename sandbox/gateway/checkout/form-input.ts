import { holdsCardNumber } from '../../../src/domain/card-numbers.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Card, digitsOf, isExpiredCard, isTestCard, readCard } from '../cards.ts'
import type { CardHolder, SandboxPaymentRow } from '../database/tables.ts'
import type { Reader } from '../pages/document.ts'
import type { Profile } from '../profile.ts'
import {
  CUSTOMER_FIELDS,
  customerDetail,
  type FieldName,
  type FormFields,
  formText,
} from './form-fields.ts'
import { chosenTip, tipError } from './tip.ts'

export type FormErrors = Partial<Record<FieldName, string>>

export type FormReading =
  | {
      ok: true
      card: Card
      tipMinor: bigint
      formKey: string | undefined
      saveCard: boolean
      holder: CardHolder
    }
  | { ok: false; errors: FormErrors }

interface FormContext {
  payment: SandboxPaymentRow
  profile: Profile
  now: Date
  reader: Pick<Reader, 'texts' | 'language'>
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const EXPIRY = /^(\d{1,2}) ?[/.-]? ?(\d{2}|\d{4})$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const LONGEST_TEXT = 191

export const isFormKey = (text: string | null): text is string => text !== null && UUID.test(text)

/** An account permission, not a request field (4.15). */
export const offersToSaveCard = (profile: Profile): boolean =>
  profile.save_card_at_checkout && profile.tokenized_charge

/** The typed identity owns a saved card; the payment's `customer` stays the prefill (1.6). */
export const readForm = (fields: FormFields, context: FormContext): FormReading => {
  const { payment, profile, reader } = context
  const saveCard = offersToSaveCard(profile) && formText(fields, 'save_card') !== ''
  const holder = {
    identity_number: customerDetail('customer_identity_number', { payment, fields }),
    email: customerDetail('customer_email', { payment, fields }),
  }
  const errors: FormErrors = {}
  if (saveCard && !holder.identity_number && !holder.email) {
    errors.customer_identity_number = reader.texts.checkout.missingCardKeeper
  }
  Object.assign(errors, textErrors(fields, context))
  const tipMinor = chosenTip(fields, payment)
  if (tipMinor === undefined) errors.tip_custom = tipError(fields, context)
  const card = readTypedCard(fields, context)
  Object.assign(errors, card.errors)

  if (tipMinor === undefined || !card.card || Object.keys(errors).length > 0) {
    return { ok: false, errors }
  }
  const formKey = formText(fields, 'form_key')
  return {
    ok: true,
    card: card.card,
    tipMinor,
    formKey: isFormKey(formKey) ? formKey : undefined,
    saveCard,
    holder,
  }
}

export const tipErrors = (fields: FormFields, context: FormContext): FormErrors =>
  chosenTip(fields, context.payment) === undefined ? { tip_custom: tipError(fields, context) } : {}

const textErrors = (
  fields: FormFields,
  { reader: { texts, language } }: FormContext,
): FormErrors => {
  const errors: FormErrors = {}
  const email = formText(fields, 'customer_email')
  if (email !== '' && !EMAIL.test(email)) errors.customer_email = texts.checkout.invalidEmail
  for (const name of [...CUSTOMER_FIELDS, 'holder'] as const) {
    const text = formText(fields, name)
    if (text.length > LONGEST_TEXT) {
      errors[name] = formatMessage(texts.checkout.tooLong, { most: LONGEST_TEXT }, language)
    }
    if (holdsCardNumber(text)) errors[name] = texts.checkout.cardNumberHere
  }
  return errors
}

const readTypedCard = (
  fields: FormFields,
  { now, reader: { texts } }: FormContext,
): { card: Card | undefined; errors: FormErrors } => {
  const errors: FormErrors = {}
  const required = (name: FieldName, missing: string): string => {
    const text = formText(fields, name)
    if (text === '') errors[name] = missing
    return text
  }
  const cardNumber = required('number', texts.checkout.missingNumber)
  if (!errors.number) {
    if (!/^\d{13,19}$/.test(digitsOf(cardNumber))) errors.number = texts.checkout.invalidNumber
    else if (!isTestCard(cardNumber)) errors.number = texts.checkout.onlyTestCards
  }
  const expiry = expiryOf(required('expiry', texts.checkout.missingExpiry))
  if (!errors.expiry && !expiry) errors.expiry = texts.checkout.invalidExpiry
  else if (expiry && isExpiredCard(expiry, now)) errors.expiry = texts.checkout.expiredCard
  const cvc = required('cvc', texts.checkout.missingCvc)
  if (!errors.cvc && !/^\d{3,4}$/.test(cvc)) errors.cvc = texts.checkout.invalidCvc
  required('holder', texts.checkout.missingHolder)

  const reading = expiry && readCard({ number: cardNumber, ...expiry }, now)
  return { card: reading?.ok ? reading.card : undefined, errors }
}

const expiryOf = (text: string): { exp_month: number; exp_year: number } | undefined => {
  const [, month, year] = EXPIRY.exec(text) ?? []
  const exp_month = Number(month)
  if (!year || exp_month < 1 || exp_month > 12) return undefined
  return { exp_month, exp_year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}
