import { type Html, html } from '../../../src/runtime/html.ts'
import { priceText } from '../catalogue.ts'
import type { Visit } from '../pages/layout.ts'
import type { OrderFile } from './ask-owner.ts'
import { chargeToGiveBack, restOf } from './charges.ts'
import { ownerOrderPath } from './pages.ts'
import { ownerTexts } from './texts.ts'

/** A wish that was not granted, with what was typed. */
export interface RefundTry {
  amount: string
  reason: string
  /** Why not. */
  because: string
}

/** Two forms: a part, and all that is left, which is asked about once more. */
export const refundForms = (
  { language }: Visit,
  { file, refused, newKey }: { file: OrderFile; refused?: RefundTry | undefined; newKey(): string },
): Html | false => {
  const charge = chargeToGiveBack(file)
  if (!charge && !refused) return false
  const t = ownerTexts[language]
  const hidden = () =>
    html`<input type="hidden" name="lang" value="${language}"><input type="hidden" name="key" value="${newKey()}">`
  const action = `${ownerOrderPath(file.order.id)}/refunds`
  return html`<h2 id="give-back">${t.refundInFull}</h2>
  ${refused && html`<p class="note bad" role="alert" id="refused"><strong>${t.notGiven}</strong> <span>${refused.because}</span></p>`}
  <form class="give-back" method="post" action="${action}" aria-labelledby="give-back">
    ${hidden()}
    <label>${t.amount}${charge && html` <span class="mild">(${t.amountHint} ${priceText(restOf(charge), language, charge.currency)})</span>`}
      <input name="amount" inputmode="decimal" autocomplete="off" required value="${refused?.amount ?? ''}"${refused && html` aria-invalid="true" aria-describedby="refused"`}></label>
    <label>${t.reason}
      <input name="reason" maxlength="200" autocomplete="off" value="${refused?.reason ?? ''}"></label>
    <button class="button second" name="what" value="part">${t.givePart}</button>
  </form>
  ${
    charge &&
    html`<form class="give-back" method="post" action="${action}">
    ${hidden()}
    <button class="button second" name="what" value="all" aria-describedby="all-hint">${t.giveAll}</button>
    <p class="hint" id="all-hint">${t.giveAllHint}</p>
  </form>`
  }`
}
