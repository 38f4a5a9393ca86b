import type { RunTotals, SumsOfPayments } from '../../db/tables/reconciliation.ts'
import { OUR_SIDE } from '../../db/tables/reconciliation.ts'
import type { Locale } from '../../db/tables/stores.ts'
import { dayText, moneyText } from '../../domain/money-text.ts'
import type { DifferenceView, RunView } from '../../payments/reconciliation/report.ts'
import type { Settlement } from '../../payments/reconciliation/settlements.ts'
import { type Html, html } from '../../runtime/html.ts'
import { renderDocument, type ShopOnPage } from '../pay-pages/document.ts'
import { reportTexts } from './texts.ts'

/** Differences by what is to be done about them; `hasMore`: not all of them are here. */
export interface DifferenceSection {
  kind: 'person' | 'repaired' | 'counted'
  differences: readonly DifferenceView[]
  hasMore: boolean
}

export interface ReportPage {
  locale: Locale
  shop: ShopOnPage
  run: RunView
  sections: readonly DifferenceSection[]
  settlements: readonly Settlement[]
  /** The address of the page, without the rest. */
  pageUrl: string
  otherLanguageUrl: string
}

const REFRESH_SECONDS = 5

export const REPORT_STYLES = html`<link rel="stylesheet" href="/reports/assets/report.css">`

/** The report of a run, for the people of a store. */
export const renderReport = (page: ReportPage): string => {
  const { locale, shop, run, sections, settlements, otherLanguageUrl } = page
  const texts = reportTexts[locale]
  const isEmpty = sections.every(({ differences }) => differences.length === 0)
  return renderDocument({
    locale,
    title: texts.title,
    shop,
    head: html`${REPORT_STYLES}${
      run.state === 'running' && html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`
    }`,
    card: html`<div class="report">
${headOf(page)}
${numbersOf(page)}
${sections.map((section) => sectionOf(page, section))}
${isEmpty && run.state !== 'running' && html`<p>${texts.nothing}</p>`}
${(run.totals ?? []).map((totals) => totalsOf(totals, locale))}
${settlements.length > 0 && settlementOf(settlements, locale)}
<p class="links"><a href="${page.pageUrl}/report.csv">${texts.csv}</a></p>
</div>`,
    otherLanguageUrl,
  })
}

const headOf = ({ locale, run }: ReportPage): Html => {
  const texts = reportTexts[locale]
  return html`<div class="head">
<h1>${texts.title}</h1>
<p>${dayText(run.from, locale)} – ${dayText(run.to, locale)}</p>
<p class="mark-state ${run.state}">${texts.states[run.state]}</p>
${run.dry && html`<p class="problem">${texts.dry}</p>`}
${run.state === 'failed' && html`<p class="problem">${run.reason}</p>`}
${run.problems_not_listed > 0 && html`<p class="problem">${texts.notListed} ${run.problems_not_listed}</p>`}
${run.is_incomplete && html`<p class="problem">${texts.incomplete}</p>`}
<p class="soft">${texts.storeSides[run.store_side]}</p>
</div>`
}

const numbersOf = ({ locale, run }: ReportPage): Html => {
  const { numbers } = reportTexts[locale]
  const countOf = (...actions: string[]) =>
    run.summary
      .filter(({ action }) => actions.includes(action))
      .reduce((sum, { count }) => sum + count, 0)
  const number = (name: string, count: number, isWarning = false) =>
    html`<div${isWarning && html` class="person"`}><dt>${name}</dt><dd>${count}</dd></div>`
  const person = countOf('for_a_person', 'would_be_for_a_person')
  return html`<dl class="numbers">
${number(numbers.person, person, person > 0)}
${number(numbers.repaired, countOf('repaired', 'would_be_repaired'))}
${number(numbers.payments, run.progress.payments)}
${number(numbers.foreign, run.progress.foreign)}
${number(numbers.orders, run.progress.orders)}
</dl>`
}

const sectionOf = (page: ReportPage, section: DifferenceSection): Html | undefined => {
  const { kind, differences, hasMore } = section
  if (differences.length === 0) return undefined
  const texts = reportTexts[page.locale]
  return html`<section>
<h2>${texts.sections[kind]}</h2>
<ul class="differences">
${differences.map((difference) => differenceOf(page, kind, difference))}
</ul>
${hasMore && html`<p class="soft">${texts.more}</p>`}
</section>`
}

const differenceOf = (
  { locale }: ReportPage,
  section: DifferenceSection['kind'],
  { kind, action, order_id, gateway_payment_id, timeline_url, details }: DifferenceView,
): Html => {
  const texts = reportTexts[locale]
  const { side = 'gateway', differs = {}, currency } = details
  const sideText = (value: string | null, field: string): string => {
    if (STATE_FIELDS.has(field) && value !== null) return texts.derivedOrders[value] ?? value
    const isMoney = MONEY_FIELDS.has(field) && typeof currency === 'string' && value !== null
    return isMoney ? `${value} ${currency}` : (value ?? '–')
  }
  return html`<li class="${section}">
<strong>${texts.kinds[kind]}</strong>
${!USUAL_ACTIONS.has(action) && html`<span class="soft">${texts.actions[action]}</span>`}
${
  Object.keys(differs).length > 0 &&
  html`<ul>
${Object.entries(differs).map(
  ([field, [ours, theirs]]) =>
    html`<li>${texts.fields[field] ?? field}: ${texts.sides.db} ${sideText(ours, field)} · ${texts.sides[side]} ${sideText(theirs, field)}</li>`,
)}
</ul>`
}
<span class="links">
${
  order_id !== null && timeline_url !== null
    ? html`<a href="${timeline_url}?lang=${locale}">${texts.order} ${order_id} · ${texts.timeline}</a>`
    : html`<span>${texts.gatewayPayment} ${gateway_payment_id}</span>`
}
</span>
</li>`
}

/** What the heading of a section says of all below it. */
const USUAL_ACTIONS = new Set<string>(['for_a_person', 'repaired', 'counted'])

const STATE_FIELDS = new Set(['state', 'status'])
const MONEY_FIELDS = new Set(['amount', 'refunded', 'total', 'service_fee', 'sales_tax', 'tip'])

const SUMS = ['charged', 'voided', 'refunded', 'fees', 'net'] as const

const totalsOf = ({ currency, gateway, [OUR_SIDE]: ours }: RunTotals, locale: Locale): Html => {
  const texts = reportTexts[locale]
  const row = (name: string, ours: string, theirs: string) =>
    html`<tr${ours !== theirs && html` class="differs"`}><th scope="row">${name}</th><td>${theirs}</td><td>${ours}</td></tr>`
  const money = (sums: SumsOfPayments, name: (typeof SUMS)[number]) =>
    moneyText(sums[name], currency, locale)
  return html`<section>
<h2>${texts.totals} ${currency}</h2>
<div class="table"><table>
<thead><tr><th></th><th scope="col">${texts.sides.gateway}</th><th scope="col">${texts.sides.db}</th></tr></thead>
<tbody>
${row(texts.sums.payments, String(ours.payments), String(gateway.payments))}
${SUMS.map((name) => row(texts.sums[name], money(ours, name), money(gateway, name)))}
</tbody>
</table></div>
</section>`
}

const settlementOf = (settlements: readonly Settlement[], locale: Locale): Html => {
  const texts = reportTexts[locale]
  const isPartly = settlements.some(({ gateway, gateway_is_whole }) => gateway && !gateway_is_whole)
  const rowOf = ({ day, currency, [OUR_SIDE]: ours, gateway, gateway_is_whole }: Settlement) => {
    const differs = gateway !== null && SUMS.some((name) => gateway[name] !== ours[name])
    return html`<tr${differs && html` class="differs"`}><th scope="row">${dayText(day, locale)}${
      gateway && !gateway_is_whole ? ' *' : ''
    }</th>${SUMS.map((name) => html`<td>${moneyText(ours[name], currency, locale)}</td>`)}<td>${
      gateway ? moneyText(gateway.net, currency, locale) : texts.neverSeen
    }</td></tr>`
  }
  return html`<section>
<h2>${texts.settlement}</h2>
<p class="soft">${texts.settlementNote}${isPartly ? ` * ${texts.notWhole}` : ''}</p>
<div class="table" tabindex="0" role="region" aria-label="${texts.settlement}"><table>
<thead><tr><th scope="col">${texts.day}</th>${SUMS.map((name) => html`<th scope="col">${texts.sums[name]}</th>`)}<th scope="col">${texts.sums.net}, ${texts.sides.gateway}</th></tr></thead>
<tbody>
${settlements.map(rowOf)}
</tbody>
</table></div>
</section>`
}
