import { randomUUID } from 'node:crypto'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { inGroupsOfFour, testCardList } from '../cards.ts'
import type { Reply } from '../http/reply.ts'
import { fill } from '../pages/fill.ts'
import { checkoutAmountText } from './amount-text.ts'
import { checkbox, field } from './fields.ts'
import { type CUSTOMER_FIELDS, isLocked } from './form-fields.ts'
import { formNotice } from './form-notices.ts'
import type { FormView } from './form-view.ts'
import { page } from './page.ts'
import { checkoutSummary, priceOfForm, tipOfForm } from './summary.ts'
import { SHOWN_TIP } from './tip.ts'
import { tipFields } from './tip-fields.ts'
import { pathIn } from './visit.ts'

const SAMPLE_CARD = inGroupsOfFour('4111111111111111')

/** Renders the payment form (mode 1, 1.2). Works without JavaScript. */
export const formPage = (view: FormView): Reply => {
  const { visit, payment, errors = {}, attempt } = view
  const mistaken = Object.keys(errors).length > 0
  const declined = attempt?.transaction.status === 'declined'
  const title = `${totalText(view)} · ${view.merchantName}`
  return page({
    visit,
    status: mistaken ? 422 : 200,
    title: mistaken || declined ? `${visit.texts.errorPrefix}: ${title}` : title,
    formTargets: [payment.success_url],
    content: html`<div class="columns">
${checkoutSummary(view)}
<section class="card">
  ${formNotice(view)}
  ${form(view)}
</section>
${testCards(view)}
</div>`,
  })
}

const totalText = (view: FormView): string =>
  checkoutAmountText(priceOfForm(view).totalMinor, {
    currencyCode: view.payment.currency_code,
    language: view.visit.language,
  })

const form = (view: FormView): Html => {
  const { visit, payment } = view
  const { texts } = visit
  const customerPicksTip = payment.pricing_rules.tip.mode === 'customer'
  const action = pathIn(visit.language, { ...visit, query: new URLSearchParams() })
  return html`<form method="post" action="${action}" novalidate>
    ${customerPicksTip && DEFAULT_BUTTON}
    <input type="hidden" name="form_key" value="${randomUUID()}">
    ${
      customerPicksTip &&
      html`<input type="hidden" name="${SHOWN_TIP}" value="${String(tipOfForm(view))}">`
    }
    ${customerFields(view)}
    ${tipFields(view)}
    ${cardFields(view)}
    <button type="submit" class="action">${
      customerPicksTip ? texts.payWithTip : fill(texts.pay, { amount: totalText(view) })
    }</button>
    <p class="after"><span>${texts.secured}</span>${
      payment.cancel_url && html` <a href="${payment.cancel_url}">${texts.cancel}</a>`
    }</p>
  </form>`
}

/** Enter activates the first submit button, which must not be the tip preview. */
const DEFAULT_BUTTON = html`<input type="submit" class="hidden" tabindex="-1" aria-hidden="true">`

const customerFields = ({ visit, payment, errors = {}, typed = {} }: FormView): Html => {
  const { texts } = visit
  const common = (name: (typeof CUSTOMER_FIELDS)[number]) => {
    const locked = isLocked(name, payment)
    return {
      name,
      value: locked ? payment[name] : (typed[name] ?? payment[name]),
      error: errors[name],
      locked: locked && texts.locked,
      ...(locked ? {} : { optionalMark: texts.optional }),
    }
  }
  return html`<fieldset>
      <legend>${texts.yourDetails}</legend>
      ${payment.lock_customer_fields && html`<p class="hint">${texts.lockedHint}</p>`}
      <div class="pair roomy">
        ${field({ label: texts.customerName, autocomplete: 'name', ...common('customer_name') })}
        ${field({ label: texts.email, autocomplete: 'email', type: 'email', inputmode: 'email', ...common('customer_email') })}
        ${field({ label: texts.phone, autocomplete: 'tel', type: 'tel', inputmode: 'tel', ...common('customer_phone') })}
        ${field({ label: texts.identityNumber, autocomplete: 'off', ...common('customer_identity_number') })}
      </div>
    </fieldset>`
}

const cardFields = (view: FormView): Html => {
  const { errors = {}, typed = {}, merchantName: merchant } = view
  const { texts } = view.visit
  return html`<fieldset>
      <legend>${texts.card}</legend>
      <p class="hint">${texts.testCardHint} <code>${SAMPLE_CARD}</code> <a href="#tests">${texts.seeTestCards}</a></p>
      ${field({ name: 'number', label: texts.cardNumber, autocomplete: 'cc-number', inputmode: 'numeric', maxlength: 24, error: errors.number, required: true })}
      <div class="pair">
        ${field({ name: 'expiry', label: texts.expiry, autocomplete: 'cc-exp', inputmode: 'numeric', maxlength: 9, hint: texts.expiryHint, value: typed.expiry, error: errors.expiry, required: true })}
        ${field({ name: 'cvc', label: texts.cvc, autocomplete: 'cc-csc', inputmode: 'numeric', maxlength: 4, hint: texts.cvcHint, error: errors.cvc, required: true })}
      </div>
      ${field({ name: 'holder', label: texts.cardholder, autocomplete: 'cc-name', value: typed.holder, error: errors.holder, required: true })}
      ${
        view.offersToSaveCard &&
        checkbox({
          name: 'save_card',
          label: fill(texts.saveCard, { merchant }),
          hint: fill(texts.saveCardHint, { merchant }),
          checked: Boolean(typed.save_card),
        })
      }
    </fieldset>`
}

const testCards = ({
  visit: { texts, language },
}: FormView): Html => html`<aside class="tests" aria-labelledby="tests">
  <h2 id="tests">${texts.testCards}</h2>
  <p>${texts.testCardsHint}</p>
  <ul>${testCardList().map(
    ({ number, means }) =>
      html`<li><code>${inGroupsOfFour(number)}</code> <span>${means[language]}</span></li>`,
  )}</ul>
</aside>`
