import type { OrderRow, PaymentRow, TimelineRow } from '../../db/db.ts'
import type { Locale } from '../../db/tables/stores.ts'
import { instantText } from '../../domain/money-text.ts'
import { type Html, html } from '../../runtime/html.ts'
import { renderDocument, type ShopOnPage } from '../pay-pages/document.ts'
import { orderSummary } from '../pay-pages/order-summary.ts'
import { REPORT_STYLES } from './report-page.ts'
import { reportTexts } from './texts.ts'
import { timelineText } from './timeline-texts.ts'

/** What happened to an order that a report tells of, the oldest first. */
export const renderTimeline = ({
  locale,
  shop,
  order,
  entries,
  payments,
  reportUrl,
  otherLanguageUrl,
}: {
  locale: Locale
  shop: ShopOnPage
  order: OrderRow
  entries: readonly TimelineRow[]
  /** The attempts at the order. */
  payments: readonly PaymentRow[]
  reportUrl: string
  otherLanguageUrl: string
}): string => {
  const texts = reportTexts[locale]
  return renderDocument({
    locale,
    title: texts.timeline,
    shop,
    head: REPORT_STYLES,
    card: html`${orderSummary(order, locale)}
<div class="report">
<h1>${texts.timeline}</h1>
<ol class="timeline">
${entries.map((entry) => entryOf(entry, { payments, locale }))}
</ol>
<p class="links"><a href="${reportUrl}?lang=${locale}">${texts.back}</a></p>
</div>`,
    otherLanguageUrl,
  })
}

const entryOf = (
  { at, kind, payment_id, details }: TimelineRow,
  { payments, locale }: { payments: readonly PaymentRow[]; locale: Locale },
): Html => {
  const payment = payments.find(({ id }) => id === payment_id)
  const facts = Object.entries(details)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `${name}: ${value}`)
  return html`<li>
<time datetime="${at.toISOString()}">${instantText(at, locale)}</time>
<span>${timelineText({ kind, details, payment }, locale)}</span>
${facts.length > 0 && html`<div class="soft">${facts.join(' · ')}</div>`}
</li>`
}
