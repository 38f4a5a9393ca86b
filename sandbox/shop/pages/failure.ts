import { html } from '../../../src/runtime/http/page/html.ts'
import type { CheckoutAnswer } from '../charge.ts'
import { SHOP_TEXTS } from '../locales/texts.ts'
import type { ShopOrder } from '../orders.ts'
import { layout, orderStateCard, type ShopVisit } from './layout.ts'
import { demoOrderSummary, orderPath, payForm } from './order.ts'

/**
 * Nothing was charged, because there is no checkout. The customer reads a code; the reason in the
 * markup is for the shop's developer.
 */
export const checkoutFailedPage = (
  visit: ShopVisit,
  { order, answer }: { order: ShopOrder; answer: Exclude<CheckoutAnswer, { outcome: 'ready' }> },
): string => {
  const { language } = visit
  const t = SHOP_TEXTS[language]
  const { title, message } = t[answer.outcome]
  return layout(visit, {
    title,
    content: orderStateCard({
      look: html`class="state declined"`,
      title,
      message,
      more:
        answer.outcome === 'refused' &&
        html`<p class="reason" data-reason="${answer.reason}"><code>${answer.code}</code></p>`,
      actions: payForm(order, { language, label: t.unavailable.retry }),
      summary: demoOrderSummary(order, language),
    }),
  })
}

/** The charge may have succeeded: never deny it. */
export const unknownPage = (visit: ShopVisit, order: ShopOrder): string => {
  const { language } = visit
  const { title, message, toOrder } = SHOP_TEXTS[language].unknownCharge
  return layout(visit, {
    title,
    content: orderStateCard({
      look: html`class="state checking"`,
      title,
      message,
      actions: html`<a class="button" href="${orderPath(order)}?lang=${language}">${toOrder}</a>`,
      summary: demoOrderSummary(order, language),
    }),
  })
}
