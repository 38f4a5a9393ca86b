import { moneyInWords } from '../../../src/domain/money-text.ts'
import { html } from '../../../src/runtime/html.ts'
import { layout, type Visit } from '../pages/layout.ts'
import type { OrderFile, Payment } from './ask-owner.ts'
import { chargeText } from './charge-text.ts'
import { isVoided, restOf } from './charges.ts'
import { ownerOrderPath, ownerStyle } from './pages.ts'
import { ownerTexts } from './texts.ts'

/**
 * Asks before all of a payment goes back: what, of which payment, how, and what the customer sees.
 * The key is that of the button that led here, so that it goes back once however often it is sent.
 */
export const confirmPage = (
  visit: Visit,
  {
    file: { order },
    charge,
    key,
    reason,
  }: { file: OrderFile; charge: Payment; key: string; reason: string },
): string => {
  const { language } = visit
  const t = ownerTexts[language]
  const { confirm } = t
  const amount = moneyInWords(restOf(charge), charge.currency, language)
  const how = isVoided(charge, new Date()) ? confirm.void : confirm.refund
  const path = ownerOrderPath(order.id)
  return layout(visit, {
    title: confirm.title,
    head: ownerStyle,
    content: html`<section class="card file">
  <h1>${confirm.title}</h1>
  <p>${confirm.what(amount, chargeText(charge, language), order.number ?? order.id)}</p>
  <dl class="facts">
    <div><dt>${t.amount}</dt><dd class="price">${amount}</dd></div>
    <div><dt>${confirm.howLabel}</dt><dd>${how.how}</dd></div>
    <div><dt>${confirm.customerLabel}</dt><dd>${how.customer}</dd></div>
  </dl>
  <form class="give-back" method="post" action="${path}/refunds">
    <input type="hidden" name="lang" value="${language}">
    <input type="hidden" name="key" value="${key}">
    <input type="hidden" name="payment_id" value="${charge.id}">
    <input type="hidden" name="what" value="all">
    ${reason && html`<input type="hidden" name="reason" value="${reason}">`}
    <button class="button" name="confirmed" value="yes">${confirm.yes(amount)}</button>
  </form>
  <p><a class="button second" href="${path}?lang=${language}">${confirm.no}</a></p>
</section>`,
  })
}
