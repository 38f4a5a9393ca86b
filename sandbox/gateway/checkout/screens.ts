import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { SandboxPaymentRow, TransactionRow } from '../database/tables.ts'
import type { Reply } from '../http/reply.ts'
import { fill } from '../pages/fill.ts'
import type { Payability } from '../payments/states.ts'
import { checkoutAmountText } from './amount-text.ts'
import { page } from './page.ts'
import { priceLines } from './summary.ts'
import { declineText } from './texts/declines.ts'
import type { CheckoutVisit } from './visit.ts'

export type Mood = 'good' | 'neutral'

const ICONS: Record<Mood, Html> = {
  good: html`<svg class="mark good" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="m15 25 6 6 12-14"/></svg>`,
  neutral: html`<svg class="mark neutral" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="M24 13v13M24 33v1"/></svg>`,
}

export const screen = ({
  mood,
  text,
  details,
  leadsTo,
  leadsOn,
  ...rest
}: {
  visit: CheckoutVisit
  status: number
  mood: Mood
  title: string
  text: string
  details?: Html
  leadsTo?: string | null | undefined
  leadsOn?: string
  framedBy?: 'nobody' | 'anybody'
}): Reply =>
  page({
    ...rest,
    content: html`<section class="card screen">
  ${ICONS[mood]}
  <h1>${rest.title}</h1>
  <p>${text}</p>
  ${details}
  ${leadsTo && html`<p><a class="action" href="${leadsTo}">${leadsOn ?? rest.visit.texts.backToStore}</a></p>`}
</section>`,
  })

export const approvedScreen = (options: {
  visit: CheckoutVisit
  payment: SandboxPaymentRow
  transaction: TransactionRow
}): Reply => {
  const { visit, payment, transaction } = options
  const { texts, language } = visit
  const total = checkoutAmountText(transaction.total_minor, {
    currencyCode: payment.currency_code,
    language,
  })
  const paidAt = transaction.paid_at ?? transaction.created_at
  const price = {
    subtotalMinor: transaction.subtotal_minor,
    salesTaxMinor: transaction.sales_tax_minor,
    serviceFeeMinor: transaction.service_fee_minor,
    totalMinor: transaction.total_minor,
  }
  return screen({
    visit,
    status: 200,
    mood: 'good',
    title: texts.approvedTitle,
    text: texts.approvedText,
    details: html`<dl class="facts">
    ${priceLines(price, options)}
    <dt>${texts.total}</dt><dd class="strong">${total}</dd>
    <dt>${texts.reference}</dt><dd>${payment.external_reference}</dd>
    <dt>${texts.paidWith}</dt><dd>${transaction.card_brand.toUpperCase()} ···· ${transaction.card_last_four}</dd>
    <dt>${texts.date}</dt><dd>${fill(texts.hondurasTime, { time: formatHondurasTime(paidAt) })}</dd>
    <dt>${texts.transaction}</dt><dd class="code">${transaction.id}</dd>
  </dl>
  <p class="links"><a href="/receipts/${transaction.id}?lang=${language}">${texts.receipt}</a></p>`,
    leadsTo: payment.success_url,
  })
}

export const notPayableScreen = (options: {
  visit: CheckoutVisit
  payment: SandboxPaymentRow
  merchantName: string
  because: Exclude<Payability, 'payable'>
  /** Decline code of the attempt that the customer returns from. */
  declined?: string | null
}): Reply => {
  const { visit, payment, because } = options
  const paid = because === 'consumed'
  // Other modes are paid on the merchant's page (1.2).
  const screenName = because === 'closed' && payment.origin !== 'checkout' ? 'elsewhere' : because
  const text = fill(visit.texts[`${screenName}Text`], { merchant: options.merchantName })
  return screen({
    visit,
    status: paid ? 200 : 410,
    mood: paid ? 'good' : 'neutral',
    title: visit.texts[`${screenName}Title`],
    text:
      options.declined && !paid ? `${declineText(options.declined, visit.texts)} ${text}` : text,
    leadsTo: paid ? payment.success_url : payment.cancel_url,
  })
}

export const notFoundScreen = (visit: CheckoutVisit): Reply =>
  screen({
    visit,
    status: 404,
    mood: 'neutral',
    title: visit.texts.notFoundTitle,
    text: visit.texts.notFoundText,
  })

export const tooLargeScreen = (visit: CheckoutVisit): Reply =>
  screen({
    visit,
    status: 413,
    mood: 'neutral',
    title: visit.texts.tooLargeTitle,
    text: visit.texts.tooLargeText,
  })
