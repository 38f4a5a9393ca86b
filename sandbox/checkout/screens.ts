import { formatHondurasTime } from '../../src/contract/honduras-time.ts'
import { type Html, html } from '../../src/platform/html.ts'
import type { PaymentRow } from '../database/tables.ts'
import type { Reply } from '../http/reply.ts'
import type { Payability } from '../payments/states.ts'
import { amountText } from './amount-text.ts'
import { page } from './page.ts'
import { fill } from './texts.ts'
import type { Visit } from './visit.ts'

type Mood = 'good' | 'neutral'

const ICONS: Record<Mood, Html> = {
  good: html`<svg class="mark good" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="m15 25 6 6 12-14"/></svg>`,
  neutral: html`<svg class="mark neutral" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="M24 13v13M24 33v1"/></svg>`,
}

/** A page that says one thing and leads back to the store. */
const screen = (options: {
  visit: Visit
  status: number
  mood: Mood
  title: string
  text: string
  details?: Html
  backTo?: string | null
}): Reply =>
  page({
    ...options,
    content: html`<section class="card screen">
  ${ICONS[options.mood]}
  <h1>${options.title}</h1>
  <p>${options.text}</p>
  ${options.details}
  ${
    options.backTo &&
    html`<p><a class="button" href="${options.backTo}">${options.visit.texts.backToStore}</a></p>`
  }
</section>`,
  })

/** What the customer sees right after an approved charge. */
export const approvedScreen = (options: {
  visit: Visit
  payment: PaymentRow
  merchantName: string
  transaction: {
    id: string
    total_minor: bigint
    card_brand: string
    card_last_four: string
    created_at: Date
  }
}): Reply => {
  const { visit, payment, transaction } = options
  const { texts, language } = visit
  const amount = amountText(transaction.total_minor, {
    currencyCode: payment.currency_code,
    language,
  })
  return screen({
    visit,
    status: 200,
    mood: 'good',
    title: texts.approvedTitle,
    text: fill(texts.approvedText, { merchant: options.merchantName }),
    details: html`<dl class="facts">
    <dt>${texts.total}</dt><dd class="strong">${amount}</dd>
    <dt>${texts.reference}</dt><dd>${payment.external_reference}</dd>
    <dt>${texts.paidWith}</dt><dd>${transaction.card_brand.toUpperCase()} ···· ${transaction.card_last_four}</dd>
    <dt>${texts.date}</dt><dd>${formatHondurasTime(transaction.created_at)}</dd>
    <dt>${texts.transaction}</dt><dd class="code">${transaction.id}</dd>
  </dl>`,
    backTo: payment.success_url,
  })
}

/** A link that cannot be paid, with the reason in the customer's words. */
export const notPayableScreen = (options: {
  visit: Visit
  payment: PaymentRow
  merchantName: string
  because: Exclude<Payability, 'payable'>
}): Reply => {
  const { visit, payment, because } = options
  const paid = because === 'consumed'
  return screen({
    visit,
    status: paid ? 200 : 410,
    mood: paid ? 'good' : 'neutral',
    title: visit.texts[`${because}Title`],
    text: fill(visit.texts[`${because}Text`], { merchant: options.merchantName }),
    backTo: paid ? payment.success_url : payment.cancel_url,
  })
}

export const notFoundScreen = (visit: Visit): Reply =>
  screen({
    visit,
    status: 404,
    mood: 'neutral',
    title: visit.texts.notFoundTitle,
    text: visit.texts.notFoundText,
  })

export const tooLargeScreen = (visit: Visit): Reply =>
  screen({
    visit,
    status: 413,
    mood: 'neutral',
    title: visit.texts.tooLargeTitle,
    text: visit.texts.tooLargeText,
  })
