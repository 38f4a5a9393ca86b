import type { StoreRow } from '../../db/db.ts'
import { brandOf } from '../../db/stores/brands.ts'
import { brandColors } from '../../domain/brand/brand-color.ts'
import { formatMinor } from '../../domain/money.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { formatMessage, type MessageValues } from '../../locales/format-message.ts'
import { TEXTS } from '../../locales/texts.ts'
import { type Html, html } from '../../runtime/http/page/html.ts'
import { hasAutoLink } from '../../runtime/mail/auto-links.ts'
import type { Mail } from '../../runtime/mail/mail.ts'
import { mailButton, mailPage, mailParagraph, mailTitle } from '../../runtime/mail/mail-page.ts'
import { oneLine, printable } from '../../runtime/text/printable.ts'
import { payUrlOf } from '../checkout/pay-link.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { policyOf } from '../ports/policy.ts'
import { factsOfMail, type MailAbout } from './facts.ts'

/** Upper bound on names and descriptions. */
const MOST_NAME = 100

/** Renders a customer mail in the order's language, as text and HTML. */
export const mailOf = (
  ctx: Pick<PaymentsContext, 'publicUrl'>,
  about: MailAbout & { hasReceipt: boolean },
): Omit<Mail, 'to'> => {
  const { mail, order, store, hasReceipt } = about
  const { locale: language } = order
  const texts = TEXTS[language].mails.customers
  const { reply_to: replyTo } = policyOf(store).customer_mails
  const values = { store: oneLine(store.name, MOST_NAME), amount: printable(amountOf(about)) }
  const format = (message: string, more: MessageValues = {}) =>
    formatMessage(message, { ...values, ...more }, language)
  const isTest = store.environment === 'test'
  const own = texts[mail.kind]
  const name = nameToGreet(order.customer.name ?? '')
  const title = format(own.title)
  const facts = factsOfMail(about).map(({ name: fact, value }) => ({
    label: texts.facts[fact],
    value: oneLine(value, MOST_NAME),
  }))
  const before = [
    ...(isTest ? [texts.testNote] : []),
    ...(name ? [format(texts.hello, { name })] : []),
    format(own.text),
  ]
  const isToPay = mail.kind === 'request' || mail.kind === 'reminder'
  const button = isToPay ? { url: payUrlOf(ctx, order), label: format(texts.pay) } : undefined
  const after = [
    ...(hasReceipt ? [texts.receiptAttached] : []),
    replyTo ? texts.answer : format(texts.noAnswer),
  ]
  const subject = format(own.subject)
  return {
    id: mail.id,
    fromName: values.store,
    replyTo,
    subject: isTest ? format(texts.test, { subject }) : subject,
    text: [
      title,
      ...before,
      facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
      ...(button ? [`${button.label}: ${button.url}`] : []),
      ...after,
    ]
      .filter((paragraph) => paragraph !== '')
      .join('\n\n'),
    html: mailPage({ title, language }, [
      brandOfMail(ctx, store, values.store),
      mailTitle(title),
      ...before.map(mailParagraph),
      factTable(facts),
      ...(button ? [mailButton(button, colorsOf(store))] : []),
      ...after.map(mailParagraph),
    ]),
  }
}

/** The logo with the name as its text, or the name. */
const brandOfMail = (
  { publicUrl }: Pick<PaymentsContext, 'publicUrl'>,
  store: StoreRow,
  name: string,
): Html => {
  const { logo } = brandOf(store)
  if (!logo) return mailParagraph(name)
  const style = 'display:block;max-width:240px;max-height:80px;margin:0 0 16px'
  return html`<img src="${publicUrl}/brand/${logo}" alt="${name}" style="${style}">
`
}

const colorsOf = (store: StoreRow) => {
  const { color } = brandOf(store)
  return color === undefined ? undefined : brandColors(color)
}

/** Drops names that mail programs would show as a link. */
const nameToGreet = (name: string): string => (hasAutoLink(name) ? '' : oneLine(name, MOST_NAME))

const factTable = (facts: readonly { label: string; value: string }[]) =>
  html`<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">
${facts.map(
  ({
    label,
    value,
  }) => html`<tr><td style="padding:4px 16px 4px 0;vertical-align:top;overflow-wrap:normal;opacity:.75">${label}</td><td style="padding:4px 0;vertical-align:top"><bdi>${value}</bdi></td></tr>
`,
)}</table>
`

/** Amount of the refund or void, else of the payment, else of the order. */
const amountOf = ({ mail, order, payments }: MailAbout): string => {
  const payment = payments.find(({ id }) => id === mail.payment_id)
  const charged = payment?.total_minor ?? payment?.amount_minor ?? order.amount_minor
  const currency = payment?.currency ?? order.currency
  const minor = mail.kind === 'void' ? charged : (mail.amount_minor ?? charged)
  return moneyInWords(formatMinor(minor, currency), currency, order.locale)
}
