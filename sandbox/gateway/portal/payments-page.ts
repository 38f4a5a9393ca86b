import { GATEWAY_LIMITS } from '../../../src/contract/create-payment.ts'
import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { PAYMENT_STATES } from '../../../src/contract/payment-states.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { Sandbox } from '../context.ts'
import { listPayments } from '../database/payments.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import type { Reply } from '../http/reply.ts'
import { checkoutAmountText } from '../pages/parts.ts'
import { listPaymentsQuery, queryValues } from '../v1/list-payments-query.ts'
import { portalPage, stateBadge } from './portal-page.ts'
import { type PortalView, portalPath } from './view.ts'

/** Invalid filters count as unset. */
const portalQuery = listPaymentsQuery.pick({ page: true, status: true, external_reference: true })

type Filters = ReturnType<typeof readFilters>

const readFilters = (query: URLSearchParams) =>
  portalQuery.safeParse(queryValues(query)).data ?? portalQuery.parse({})

export const paymentsPage = async ({ database }: Sandbox, view: PortalView): Promise<Reply> => {
  const { texts, environment, language } = view
  const filters = readFilters(view.query)
  const { rows, total } = await listPayments(database.query, {
    filter: {
      environment,
      status: filters.status,
      externalReference: filters.external_reference,
    },
    page: filters.page,
    perPage: GATEWAY_LIMITS.perPageDefault,
  })
  const isFiltered = Boolean(filters.status ?? filters.external_reference)
  return portalPage({
    view,
    section: 'payments',
    title: texts.portal.payments,
    content: html`<h1>${texts.portal.payments}</h1>
${filterForm(view, filters)}
<p class="mild">${formatMessage(texts.portal.paymentsFound, { count: total }, language)}${
      isFiltered && html` · <a href="${portalPath(view, '')}">${texts.portal.clearFilter}</a>`
    }</p>
${
  rows.length > 0
    ? html`<ul class="rows">${rows.map((payment) => row(view, payment))}</ul>`
    : html`<p class="card empty">${isFiltered ? texts.portal.noPaymentsMatch : texts.portal.noPayments}</p>`
}
${paging(view, { filters, lastPage: Math.max(1, Math.ceil(total / GATEWAY_LIMITS.perPageDefault)) })}`,
  })
}

const filterForm = (view: PortalView, filters: Filters): Html => {
  const { texts, query, language } = view
  return html`<form class="filters" method="get" action="${portalPath(view, '').split('?')[0]}">
  ${query.has('lang') && html`<input type="hidden" name="lang" value="${language}">`}
  <div><label for="status">${texts.portal.status}</label>
  <select id="status" name="status">
    <option value="">${texts.portal.anyStatus}</option>
    ${PAYMENT_STATES.map(
      (state) =>
        html`<option value="${state}"${state === filters.status && html` selected`}>${texts.portal.states[state]}</option>`,
    )}
  </select></div>
  <div><label for="reference">${texts.labels.reference}</label>
  <input id="reference" name="external_reference" value="${filters.external_reference}" autocomplete="off"></div>
  <button class="action quiet">${texts.portal.filter}</button>
</form>`
}

const row = (view: PortalView, payment: SandboxPaymentRow): Html => html`<li>
  <a class="card row" href="${portalPath(view, `/payments/${payment.id}`)}">
    <span class="what"><strong>${payment.name}</strong>
    <span class="mild">${payment.external_reference} · ${payment.id}</span></span>
    <span class="much">${checkoutAmountText(payment.total_minor, payment, view.language)}</span>
    <span class="state">${stateBadge(payment.status, view)}</span>
    <span class="when mild">${formatHondurasTime(payment.created_at)}</span>
  </a>
</li>`

const paging = (
  view: PortalView,
  { filters, lastPage }: { filters: Filters; lastPage: number },
): Html | false => {
  const { page, status, external_reference } = filters
  if (lastPage === 1 && page === 1) return false
  const { texts, language } = view
  const to = (target: number) =>
    portalPath(view, '', {
      ...(status ? { status } : {}),
      ...(external_reference ? { external_reference } : {}),
      page: String(target),
    })
  return html`<nav class="paging" aria-label="${texts.portal.pages}">
  <span>${page > 1 && html`<a rel="prev" href="${to(Math.min(page - 1, lastPage))}">${texts.portal.newer}</a>`}</span>
  <span class="mild">${formatMessage(texts.portal.pageOf, { page, last: lastPage }, language)}</span>
  <span>${page < lastPage && html`<a rel="next" href="${to(page + 1)}">${texts.portal.older}</a>`}</span>
</nav>`
}
