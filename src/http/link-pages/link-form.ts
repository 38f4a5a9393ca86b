import type { PaymentLinkRow } from '../../db/db.ts'
import { LINK_FIELDS, type LinkField } from '../../db/tables/payment-links.ts'
import { formatMinor } from '../../domain/money.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language, Localized } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { LONGEST_ANSWER } from '../../payments/links/read-submission.ts'
import { type Html, html } from '../../runtime/http/page/html.ts'

/** `otherPage`: another site sent the form. */
type FormNotice = 'otherPage' | 'busy' | 'tooManyUnpaid'

export interface LinkFormFields {
  link: PaymentLinkRow
  locale: Language
  /** Dedupes a form that is submitted twice. */
  nonce: string
  /** Reason why Puente opened no order, though the answers may be valid. */
  notice?: FormNotice | undefined
  /** The customer's input, shown again beside the problems. */
  typed?: Readonly<Record<string, unknown>>
  problems?: Partial<Record<LinkField | 'amount', Localized>>
}

const INPUTS = {
  name: html` autocomplete="name"`,
  email: html` type="email" autocomplete="email"`,
  phone: html` type="tel" autocomplete="tel"`,
  table: html` autocomplete="off"`,
  reference: html` autocomplete="off"`,
  amount: html` inputmode="decimal" autocomplete="off"`,
} as const satisfies Record<LinkField | 'amount', Html>

const LONGEST_AMOUNT = 40

/** Renders a link's fields and one button. Works without scripts. */
export const linkForm = (form: LinkFormFields): Html => {
  const { link, locale, nonce, problems = {} } = form
  const texts = TEXTS[locale].paymentLinks.form
  const isFixed = link.amount_minor !== null
  const hasProblems = Object.keys(problems).length > 0
  const changed = isFixed ? problems.amount?.[locale] : undefined
  const ofAnswers = changed ?? (hasProblems && texts.again)
  const notice = form.notice ? texts[form.notice] : ofAnswers
  return html`<form class="card-page" method="post">
${notice && html`<p class="problem" role="alert">${notice}</p>`}
<input type="hidden" name="form" value="${nonce}${isFixed && `.${link.amount_minor}`}">
${!isFixed && fieldOf('amount', { ...form, label: texts.amount, isRequired: true, most: LONGEST_AMOUNT, hint: boundsText(link, locale) })}
${LINK_FIELDS.map((field) => {
  const need = link.fields[field]
  const isRequired = need === 'required'
  return (
    need &&
    fieldOf(field, { ...form, label: texts.fields[field], isRequired, most: LONGEST_ANSWER[field] })
  )
})}
<button class="action" type="submit">${isFixed ? formatMessage(texts.pay, { amount: amountOf(link, locale) }, locale) : texts.continue}</button>
<p class="privacy">${texts.next}</p>
</form>`
}

/** Formats the link's fixed amount, such as `L 320.50`. */
export const amountOf = ({ amount_minor, currency }: PaymentLinkRow, locale: Language): string =>
  moneyOf(amount_minor ?? 0n, currency, locale)

const moneyOf = (minor: bigint, currency: string, locale: Language): string =>
  moneyInWords(formatMinor(minor, currency), currency, locale)

const boundsText = (
  { min_minor: least, max_minor: most, currency }: PaymentLinkRow,
  locale: Language,
): string => {
  const bounds = least !== null && most !== null ? 'both' : least !== null ? 'least' : 'most'
  const values = {
    bounds: least === null && most === null ? 'none' : bounds,
    least: moneyOf(least ?? 0n, currency, locale),
    most: moneyOf(most ?? 0n, currency, locale),
    currency,
  }
  return formatMessage(TEXTS[locale].paymentLinks.form.amountHint, values, locale)
}

const fieldOf = (
  name: LinkField | 'amount',
  {
    label,
    isRequired,
    most,
    hint,
    typed = {},
    problems = {},
    locale,
  }: LinkFormFields & { label: string; isRequired: boolean; most: number; hint?: string },
): Html => {
  const value = typed[name]
  const problem = problems[name]?.[locale]
  const notes = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${name}">${label}${!isRequired && html` <span class="hint">(${TEXTS[locale].paymentLinks.form.optional})</span>`}</label>
<input id="${name}" name="${name}"${INPUTS[name]} maxlength="${most}"${isRequired && html` required`} value="${typeof value === 'string' ? value : ''}"${problem && html` aria-invalid="true"`}${notes && html` aria-describedby="${notes}"`}>
${hint && html`<p id="${name}-hint" class="hint">${hint}</p>`}
${problem && html`<p id="${name}-problem" class="field-problem">${problem}</p>`}
</div>
`
}
