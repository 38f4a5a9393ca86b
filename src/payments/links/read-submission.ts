import type { PaymentLinkRow } from '../../db/db.ts'
import type { OrderCustomer } from '../../db/tables/orders.ts'
import { LINK_FIELDS, type LinkField } from '../../db/tables/payment-links.ts'
import type { Money } from '../../domain/money.ts'
import { phoneDigits } from '../../domain/requests/phone-digits.ts'
import { formatMessage } from '../../locales/format-message.ts'
import { inEachLanguage, type Localized } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { CARD_NUMBER_HERE, holdsCardNumberAs } from '../../runtime/text/caller-texts.ts'
import { toStorableText } from '../../runtime/text/storable.ts'
import { customerOf } from '../ports/order-texts.ts'
import { amountOfLink } from './amount-of-link.ts'

/** Upper bound on an answer of a customer, in UTF-16 units. */
export const LONGEST_ANSWER: Readonly<Record<LinkField, number>> = {
  name: 191,
  email: 191,
  phone: 50,
  table: 40,
  reference: 120,
}

type Problems = Partial<Record<LinkField | 'amount', Localized>>

export type Submission =
  | {
      ok: true
      amount: Money
      customer: OrderCustomer
      metadata: Record<string, string>
      /** What the form sent, with answers that the link no longer asks for. */
      sent: Partial<Record<LinkField, string>>
    }
  | { ok: false; problems: Problems }

/**
 * Parses the form of a link's page. Ignores fields that the link does not ask for, and the amount
 * of a link with a fixed one. `shownMinor`: the fixed amount on the rendered page.
 */
export const readSubmission = (
  link: PaymentLinkRow,
  form: Readonly<Record<string, unknown>>,
  shownMinor: bigint | undefined,
): Submission => {
  const problems: Problems = {}
  const answers = new Map<LinkField, string>()
  for (const field of LINK_FIELDS) {
    const need = link.fields[field]
    if (!need) continue
    const answer = textOf(form[field])
    const problem = problemOf(field, answer, need === 'required')
    if (problem) problems[field] = problem
    else if (answer) answers.set(field, answer)
  }
  const amount = amountOfLink(link, { typed: textOf(form.amount), shownMinor })
  if (!amount.ok) problems.amount = amount.message
  if (!amount.ok || Object.keys(problems).length > 0) return { ok: false, problems }
  const { name, email, phone, table, reference } = Object.fromEntries(answers)
  return {
    ok: true,
    amount: amount.money,
    customer: { name, email, phone },
    metadata: { ...(table ? { table } : {}), ...(reference ? { reference } : {}) },
    sent: Object.fromEntries(
      LINK_FIELDS.map((field) => [field, textOf(form[field])]).filter(([, answer]) => answer),
    ),
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? toStorableText(value).trim() : ''

const problemOf = (
  field: LinkField,
  answer: string,
  isRequired: boolean,
): Localized | undefined => {
  if (answer === '') return isRequired ? problem('required') : undefined
  const most = LONGEST_ANSWER[field]
  if (answer.length > most) return problem('tooLong', { most })
  // Refuses card numbers: orders drop them from names and mask them in other answers.
  if (isOfCustomer(field) && holdsCardNumberAs(field, answer)) return CARD_NUMBER_HERE
  if (field === 'email' && !customerOf({ email: answer }).email) return problem('email')
  if (field === 'phone' && !phoneDigits(answer)) return problem('phone')
  return undefined
}

const isOfCustomer = (field: LinkField): boolean => field !== 'table' && field !== 'reference'

const problem = (
  name: 'required' | 'email' | 'phone' | 'tooLong',
  values: { most: number } = { most: 0 },
): Localized =>
  inEachLanguage((language) =>
    formatMessage(TEXTS[language].paymentLinks.problems[name], values, language),
  )
