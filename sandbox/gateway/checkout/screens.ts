import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { formatMessage, type MessageValues } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { PaymentAttempt, SandboxPaymentRow } from '../database/tables.ts'
import type { Reply } from '../http/reply.ts'
import type { GatewayTexts } from '../locales/texts.ts'
import { documentReply, type Reader } from '../pages/document.ts'
import { cardText, checkoutAmountText, declineText, fact } from '../pages/parts.ts'
import type { Payability } from '../payments/states.ts'
import { priceLines } from './summary.ts'

const ICONS = {
  good: html`<svg class="mark good" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="m15 25 6 6 12-14"/></svg>`,
  neutral: html`<svg class="mark neutral" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="M24 13v13M24 33v1"/></svg>`,
}

export const screen = (
  reader: Reader,
  says: {
    name: keyof GatewayTexts['screens']
    values?: MessageValues
    /** Default: 200. */
    status?: number
    mood?: keyof typeof ICONS
    before?: string | false | null | undefined
    after?: string | false
    details?: Html
    leadsTo?: string | null | undefined
    leadsOn?: string
    framedBy?: 'nobody' | 'anybody'
  },
): Reply => {
  const { texts, language } = reader
  const { mood = 'neutral', leadsTo, leadsOn = texts.checkout.backToStore, ...rest } = says
  const { title, text } = texts.screens[says.name]
  const message = formatMessage(text, says.values ?? {}, language)
  return documentReply({
    reader,
    title,
    status: rest.status ?? 200,
    framedBy: rest.framedBy ?? 'nobody',
    content: html`<section class="card screen">
  ${ICONS[mood]}
  <h1>${title}</h1>
  <p>${[rest.before, message, rest.after].filter(Boolean).join(' ')}</p>
  ${rest.details}
  ${leadsTo && html`<p><a class="action" href="${leadsTo}">${leadsOn}</a></p>`}
</section>`,
  })
}

export const approvedScreen = (options: PaymentAttempt & { reader: Reader }): Reply => {
  const { reader, payment, transaction } = options
  const { texts, language } = reader
  const { labels, checkout } = texts
  const time = formatHondurasTime(transaction.paid_at ?? transaction.created_at)
  const total = checkoutAmountText(transaction.total_minor, payment, language)
  return screen(reader, {
    name: 'approved',
    mood: 'good',
    details: html`<dl class="facts">
    ${priceLines(transaction, options)}
    <dt>${labels.total}</dt><dd class="strong">${total}</dd>
    ${fact(labels.reference, payment.external_reference)}
    ${fact(checkout.paidWith, cardText(transaction))}
    ${fact(labels.date, formatMessage(labels.hondurasTime, { time }, language))}
    <dt>${labels.transaction}</dt><dd class="code">${transaction.id}</dd>
  </dl>
  <p class="links"><a href="/receipts/${transaction.id}?lang=${language}">${checkout.receipt}</a></p>`,
    leadsTo: payment.success_url,
  })
}

export const notPayableScreen = (options: {
  reader: Reader
  payment: SandboxPaymentRow
  merchantName: string
  because: Exclude<Payability, 'payable'>
  declined?: string | null
}): Reply => {
  const { reader, payment, because, declined } = options
  const paid = because === 'consumed'
  return screen(reader, {
    // Other modes are paid on the merchant's page (1.2).
    name: because === 'closed' && payment.origin !== 'checkout' ? 'elsewhere' : because,
    values: { merchant: options.merchantName },
    status: paid ? 200 : 410,
    mood: paid ? 'good' : 'neutral',
    before: declined && !paid && declineText(declined, reader.texts),
    leadsTo: paid ? payment.success_url : payment.cancel_url,
  })
}

export const notFoundScreen = (reader: Reader): Reply =>
  screen(reader, { name: 'notFound', status: 404 })

export const tooLargeScreen = (reader: Reader): Reply =>
  screen(reader, { name: 'tooLarge', status: 413 })
