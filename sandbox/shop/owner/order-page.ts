import { moneyInWords } from '../../../src/domain/money-text.ts'
import { type Html, html } from '../../../src/runtime/html.ts'
import { priceText } from '../catalogue.ts'
import type { Language } from '../language.ts'
import { layout, SHOP_PATH, type Visit } from '../pages/layout.ts'
import type { OrderFile, Payment, Refund, TimelineEntry } from './ask-owner.ts'
import { chargeText } from './charge-text.ts'
import { extraCharges, isUnderWay } from './charges.ts'
import { OWNER_PATH, ownerOrderPath, ownerStyle, problemCard, statusBadge } from './pages.ts'
import { type RefundTry, refundForms } from './refund-forms.ts'
import { ownerTexts } from './texts.ts'

export interface OrderPageOptions {
  file: OrderFile
  /** What came of the form that was sent before. */
  said?: 'done' | 'accepted' | undefined
  /** The refund that came of it. */
  refundId?: string | undefined
  /** A form that was refused, with its words. */
  refused?: RefundTry | undefined
  /** A name for each form of the page: sent twice, it gives back once. */
  newKey(): string
  portalUrl?: string | undefined
  /** Where the customer sees the order, while the shop remembers it. */
  customerPath?: string | undefined
}

/** An order as its shop's owner sees it, with everything to do about its money. */
export const ownerOrderPage = (visit: Visit, options: OrderPageOptions): string => {
  const { language } = visit
  const { file, said, newKey, portalUrl, customerPath } = options
  const { order, problems, refunds, payments, timeline } = file
  const t = ownerTexts[language]
  const title = `${t.order} ${order.number ?? order.id}`
  return layout(visit, {
    title,
    head: html`${ownerStyle}
<script src="${SHOP_PATH}/assets/owner.js" defer data-version-url="${ownerOrderPath(order.id)}/version" data-version="${versionOf(file)}"></script>`,
    content: html`<p><a href="${OWNER_PATH}?lang=${language}">← ${t.allOrders}</a></p>
${said && html`<p class="note" role="status">${saidText(options, { said, language })}</p>`}
<section class="card file">
  <h1>${title}</h1>
  <p class="headline"><span class="price">${priceText(order.amount, language, order.currency)}</span> ${statusBadge(order, language)}</p>
  ${problems.map((problem) => problemCard(problem, { language, action: extraForms(file, { language, newKey }) }))}
  <h2>${t.payments}</h2>
  <ul class="lines">${payments.map((payment) => paymentLine(payment, { file, language }))}</ul>
  <h2>${t.refunds}</h2>
  ${refunds.length > 0 ? html`<ul class="lines">${refunds.map((refund) => refundLine(refund, language))}</ul>` : html`<p class="mild">${t.noRefunds}</p>`}
  ${refundForms(visit, options)}
  ${links({ file, language, portalUrl, customerPath })}
</section>
<section class="card file">
  <h2>${t.timeline}</h2>
  <ol class="timeline">${timeline.map((entry) => timelineLine(entry, language))}</ol>
</section>`,
  })
}

/** Changes whenever something happened to the order. */
export const versionOf = ({ timeline, order }: OrderFile): string =>
  `${timeline.length}-${order.status}`

/** One button for each charge too many. */
const extraForms = (
  file: OrderFile,
  { language, newKey }: { language: Language; newKey(): string },
): Html | false => {
  const extra = extraCharges(file).filter(({ id }) => !isUnderWay(file, id))
  return (
    extra.length > 0 &&
    html`${extra.map(
      ({
        id,
        total,
        amount,
        currency,
      }) => html`<form method="post" action="${ownerOrderPath(file.order.id)}/refunds">
      <input type="hidden" name="lang" value="${language}">
      <input type="hidden" name="key" value="${newKey()}">
      <input type="hidden" name="payment_id" value="${id}">
      <button class="button" name="what" value="all">${ownerTexts[language].giveExtraBack} (${priceText(total ?? amount, language, currency)})</button>
    </form>`,
    )}`
  )
}

/** What came of the form, with what went back of which payment. */
const saidText = (
  { file, refundId }: OrderPageOptions,
  { said, language }: { said: 'done' | 'accepted'; language: Language },
): string => {
  const t = ownerTexts[language]
  const refund = file.refunds.find(({ id }) => id === refundId)
  const charge = file.payments.find(({ id }) => id === refund?.payment_id)
  if (!refund || !charge) return t.said[said]
  const amount = moneyInWords(refund.amount, refund.currency, language)
  return `${t.said[said]} ${t.saidOf[said](amount, chargeText(charge, language))}`
}

const paymentLine = (
  payment: Payment,
  { file, language }: { file: OrderFile; language: Language },
): Html => {
  const t = ownerTexts[language]
  const { id, mode, state, total, amount, currency } = payment
  const isExtra = extraCharges(file).some((extra) => extra.id === id)
  return html`<li><span>${t.modes[mode]}${isExtra && html` <strong class="bad">· ${t.extra}</strong>`}</span><span class="price">${priceText(total ?? amount, language, currency)}</span><span class="mild">${t.paymentStates[state] ?? state} · ${chargeText(payment, language)}</span></li>`
}

const refundLine = (refund: Refund, language: Language): Html => {
  const { kind, origin, amount, currency, state, reason, refusal } = refund
  const t = ownerTexts[language]
  return html`<li><span>${t.kinds[kind]} ${t.origins[origin]}${reason && html` <span class="mild">“${reason}”</span>`}</span><span class="price">${priceText(amount, language, currency)}</span><span class="mild">${t.refundStates[state] ?? state}</span>
    ${state === 'waiting' && html`<p class="hint">${t.waitsHint}</p>`}
    ${waitHint(refund, language)}
    ${state === 'failed' && refusal && html`<p class="hint">${refusal.words.join(' ')}</p>`}</li>`
}

const waitHint = (
  { waiting_for: what, waiting_until: until }: Refund,
  language: Language,
): Html | false => {
  const t = ownerTexts[language]
  const words = what === null ? undefined : t.waitsFor[what]
  if (!words) return false
  const time =
    until &&
    html` ${t.untilAtTheLatest} <time datetime="${until}">${dayAndTime(until, language)}</time>.`
  return html`<p class="hint">${words}${time}</p>`
}

const links = ({
  file,
  language,
  portalUrl,
  customerPath,
}: Pick<OrderPageOptions, 'file' | 'portalUrl' | 'customerPath'> & {
  language: Language
}): Html => {
  const t = ownerTexts[language]
  const wasCharged = file.order.status !== 'awaiting_payment' && file.payment?.paid_at
  return html`<ul class="links">
    ${wasCharged && html`<li><a href="${ownerOrderPath(file.order.id)}/receipt">${t.receipt}</a></li>`}
    ${portalUrl && html`<li><a href="${portalUrl}">${t.portal}</a> <span class="mild">${t.portalHint}</span></li>`}
    ${customerPath && html`<li><a href="${customerPath}?lang=${language}">${t.customerView}</a></li>`}
  </ul>`
}

const LOCALES: Record<Language, string> = { es: 'es-HN', en: 'en-GB' }

const dayAndTime = (instant: string, language: Language): string =>
  new Date(instant).toLocaleString(LOCALES[language], {
    timeZone: 'America/Tegucigalpa',
    dateStyle: 'medium',
    timeStyle: 'short',
  })

const timelineLine = ({ at, text, details }: TimelineEntry, language: Language): Html => {
  const time = new Date(at).toLocaleTimeString(LOCALES[language], {
    timeZone: 'America/Tegucigalpa',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  })
  const detail = detailOf(details)
  return html`<li><time datetime="${at}">${time}</time> <span>${text}</span>${detail && html` <code>${detail}</code>`}</li>`
}

/** What tells one entry from another of its kind. */
const SHOWN = ['type', 'code'] as const

const detailOf = (details: TimelineEntry['details']): string => {
  const name = SHOWN.find((each) => typeof details[each] === 'string')
  return name ? String(details[name]) : ''
}
