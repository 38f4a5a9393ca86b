import { html } from '../../../src/runtime/http/page/html.ts'
import type { CheckoutAnswer } from '../charge.ts'
import type { ShopOrder } from '../orders.ts'
import { payingTexts } from '../paying-texts.ts'
import { texts } from '../texts.ts'
import { layout, type ShopVisit } from './layout.ts'
import { demoOrderSummary, orderPath, payForm } from './order.ts'

/** Nothing was charged, because there is no checkout. */
export const checkoutFailedPage = (
  visit: ShopVisit,
  { order, answer }: { order: ShopOrder; answer: Exclude<CheckoutAnswer, { outcome: 'ready' }> },
): string => {
  const { language } = visit
  const t = texts[language]
  const { title, message } = t[answer.outcome]
  return layout(visit, {
    title,
    content: html`<section class="card">
  <div class="state declined">
    <span class="mark" aria-hidden="true"></span>
    <h1>${title}</h1>
    <p>${message}</p>
    ${answer.outcome === 'refused' && html`<p class="reason" lang="en">${answer.reason}</p>`}
    <div class="actions">${payForm(order, { language, label: t.unavailable.retry })}</div>
  </div>
  ${demoOrderSummary(order, language)}
</section>`,
  })
}

/** The charge may have succeeded, so the page must not deny it. */
export const unknownPage = (visit: ShopVisit, order: ShopOrder): string => {
  const { language } = visit
  const { title, message, toOrder } = payingTexts[language].unknown
  return layout(visit, {
    title,
    content: html`<section class="card">
  <div class="state checking">
    <span class="mark" aria-hidden="true"></span>
    <h1>${title}</h1>
    <p>${message}</p>
    <div class="actions"><a class="button" href="${orderPath(order)}?lang=${language}">${toOrder}</a></div>
  </div>
  ${demoOrderSummary(order, language)}
</section>`,
  })
}
