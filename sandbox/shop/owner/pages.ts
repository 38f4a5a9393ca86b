import { type Html, html } from '../../../src/runtime/html.ts'
import { priceText } from '../catalogue.ts'
import type { Language } from '../language.ts'
import { layout, SHOP_PATH, type Visit } from '../pages/layout.ts'
import type { OwnedOrder, Problem } from './ask-owner.ts'
import { ownerTexts } from './texts.ts'

export const OWNER_PATH = `${SHOP_PATH}/owner`

export const ownerStyle = html`<link rel="stylesheet" href="${SHOP_PATH}/assets/owner.css">`

/** What there is to look at, and the latest orders. */
export const deskPage = (
  visit: Visit,
  { orders, problems }: { orders: readonly OwnedOrder[]; problems: readonly Problem[] },
): string => {
  const t = ownerTexts[visit.language]
  return layout(visit, {
    title: t.title,
    head: ownerStyle,
    content: html`<div class="desk-intro">
  <h1>${t.title}</h1>
  <p>${t.intro}</p>
</div>
<section aria-labelledby="problems">
  <h2 id="problems">${t.problems}</h2>
  ${problems.length > 0 ? problems.map((problem) => problemCard(problem, { language: visit.language })) : html`<p class="mild">${t.noProblems}</p>`}
</section>
<section aria-labelledby="orders">
  <h2 id="orders">${t.orders}</h2>
  ${orders.length > 0 ? html`<ul class="rows card">${orders.map((order) => row(order, visit.language))}</ul>` : html`<p class="mild">${t.noOrders}</p>`}
</section>
<section class="try">
  <div><h2>${t.tryTwice.title}</h2><p>${t.tryTwice.message}</p></div>
</section>`,
  })
}

const row = (order: OwnedOrder, language: Language): Html => {
  const { id, number, description, amount, currency } = order
  return html`<li>
      <a href="${ownerOrderPath(id)}?lang=${language}">${number ?? id}</a>
      <span class="mild">${description}</span>
      <span class="price">${priceText(amount, language, currency)}</span>
      ${statusBadge(order, language)}
    </li>`
}

/** Puente writes what, why and what to do in the language that it is asked in. */
export const problemCard = (
  { what, why, todo, order_id }: Problem,
  { language, action }: { language: Language; action?: Html | false },
): Html => html`<article class="problem">
    <div>
      <h3>${what}</h3>
      <p>${why}</p>
      <p>${todo}</p>
    </div>
    ${action ?? (order_id !== null && html`<a class="button second" href="${ownerOrderPath(order_id)}?lang=${language}">${ownerTexts[language].toOrder}</a>`)}
  </article>`

export const statusBadge = ({ status, conflict }: OwnedOrder, language: Language): Html => {
  const t = ownerTexts[language]
  return html`<span class="badges"><span class="badge ${status}">${t.statuses[status]}</span>${conflict && html`<span class="badge trouble">${t.conflict}</span>`}</span>`
}

export const ownerOrderPath = (id: string): string =>
  `${OWNER_PATH}/orders/${encodeURIComponent(id)}`

/** The owner's page for an order that the shop does not have, or while Puente is away. */
export const ownerTroublePage = (
  visit: Visit,
  { title, message }: { title: string; message: string },
): string => {
  const t = ownerTexts[visit.language]
  return layout(visit, {
    title,
    head: ownerStyle,
    content: html`<section class="card">
  <div class="state expired">
    <span class="mark" aria-hidden="true"></span>
    <h1>${title}</h1>
    <p>${message}</p>
    <div class="actions"><a class="button" href="${OWNER_PATH}?lang=${visit.language}">${t.allOrders}</a></div>
  </div>
</section>`,
  })
}
