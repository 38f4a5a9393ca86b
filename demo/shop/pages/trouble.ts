import { html } from '../../../src/platform/html.ts'
import type { PuenteAnswer } from '../ask-puente.ts'
import type { ShopOrder } from '../orders.ts'
import { texts } from '../texts.ts'
import { layout, type Visit } from './layout.ts'
import { payForm, summary } from './order.ts'

/** There is no checkout to go to: the customer learns that nothing was charged, and tries again. */
export const troublePage = (
  visit: Visit,
  { order, answer }: { order: ShopOrder; answer: Exclude<PuenteAnswer, { outcome: 'ready' }> },
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
    <div class="actions">${payForm(order, { language, label: t.away.retry })}</div>
  </div>
  ${summary(order, language)}
</section>`,
  })
}
