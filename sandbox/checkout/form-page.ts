import { randomUUID } from 'node:crypto'
import { type Html, html } from '../../src/platform/html.ts'
import { testCardList } from '../cards.ts'
import type { Reply } from '../http/reply.ts'
import { amountText } from './amount-text.ts'
import { field } from './fields.ts'
import type { FormView } from './form-view.ts'
import { page } from './page.ts'
import { declineText, fill } from './texts.ts'
import { tipFields } from './tip-fields.ts'
import { pathIn } from './visit.ts'

const inGroupsOfFour = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')

const SAMPLE_CARD = inGroupsOfFour('4111111111111111')

/** The page where a customer pays, `gateway-api.md` 1.2, mode 1. It works without a script. */
export const formPage = (view: FormView): Reply => {
  const { visit, payment, errors = {} } = view
  const failed = Object.keys(errors).length > 0
  const title = `${amountOf(view, payment.total_minor)} · ${view.merchantName}`
  return page({
    visit,
    status: failed ? 422 : 200,
    title: failed || view.declined ? `${visit.texts.errorPrefix}: ${title}` : title,
    formTargets: [payment.success_url ?? ''],
    content: html`<div class="columns">
${summary(view)}
<section class="card">
  ${failed ? errorSummary(view) : view.declined && declinedNotice(view, view.declined)}
  ${form(view)}
</section>
${testCards(view)}
</div>`,
  })
}

const amountOf = ({ visit, payment }: FormView, minor: bigint): string =>
  amountText(minor, { currencyCode: payment.currency_code, language: visit.language })

const summary = (view: FormView): Html => {
  const { payment, visit } = view
  const { texts } = visit
  const line = (label: string, minor: bigint) =>
    html`<dt>${label}</dt><dd>${amountOf(view, minor)}</dd>`
  const hasExtras = payment.total_minor !== payment.subtotal_minor
  return html`<section class="summary" aria-labelledby="what">
  <p class="merchant"><span class="mild">${texts.payTo}</span> ${view.merchantName}</p>
  <h1 id="what">${payment.name}</h1>
  ${payment.description && html`<p class="description">${payment.description}</p>`}
  <p class="due"><span class="mild">${texts.amountToPay}</span><strong>${amountOf(view, payment.total_minor)}</strong></p>
  <dl class="facts">
    ${hasExtras && line(texts.subtotal, payment.subtotal_minor)}
    ${payment.sales_tax_minor > 0n && line(texts.salesTax, payment.sales_tax_minor)}
    ${payment.service_fee_minor > 0n && line(texts.serviceFee, payment.service_fee_minor)}
    <dt>${texts.reference}</dt><dd>${payment.external_reference}</dd>
  </dl>
</section>`
}

const errorSummary = ({ visit, errors = {} }: FormView): Html =>
  html`<div class="notice bad" role="alert" tabindex="-1" autofocus>
    <h2>${visit.texts.errorTitle}</h2>
    <ul>${Object.entries(errors).map(
      ([name, text]) => html`<li><a href="#${name}">${text}</a></li>`,
    )}</ul>
  </div>`

const declinedNotice = ({ visit }: FormView, isoResponseCode: string): Html =>
  html`<div class="notice bad" role="alert" tabindex="-1" autofocus>
    <h2>${visit.texts.declinedTitle}</h2>
    <p>${declineText(isoResponseCode, visit.texts)} ${visit.texts.tryAgain}</p>
  </div>`

const form = (view: FormView): Html => {
  const { visit, payment } = view
  const { texts } = visit
  const customerPicksTip = payment.pricing_rules.tip.mode === 'customer'
  const action = pathIn(visit.language, { ...visit, query: new URLSearchParams() })
  return html`<form method="post" action="${action}" novalidate>
    <input type="hidden" name="form_key" value="${randomUUID()}">
    ${customerFields(view)}
    ${tipFields(view)}
    ${cardFields(view)}
    <button type="submit" class="button">${
      customerPicksTip
        ? texts.payWithTip
        : fill(texts.pay, { amount: amountOf(view, payment.total_minor) })
    }</button>
    <p class="after"><span>${texts.secured}</span>${
      payment.cancel_url && html` <a href="${payment.cancel_url}">${texts.cancel}</a>`
    }</p>
  </form>`
}

const customerFields = ({ visit, payment, errors = {}, typed = {} }: FormView): Html => {
  const { texts } = visit
  const locks = (prefilled: string | null): string | false =>
    payment.lock_customer_fields && prefilled ? texts.locked : false
  const common = (name: keyof typeof errors, prefilled: string | null) => ({
    value: locks(prefilled) ? prefilled : (typed[name] ?? prefilled),
    error: errors[name],
    locked: locks(prefilled),
    ...(locks(prefilled) ? {} : { optionalMark: texts.optional }),
  })
  return html`<fieldset>
      <legend>${texts.yourDetails}</legend>
      ${payment.lock_customer_fields && html`<p class="hint">${texts.lockedHint}</p>`}
      <div class="pair roomy">
        ${field({ name: 'customer_name', label: texts.customerName, autocomplete: 'name', ...common('customer_name', payment.customer_name) })}
        ${field({ name: 'customer_email', label: texts.email, autocomplete: 'email', type: 'email', inputmode: 'email', ...common('customer_email', payment.customer_email) })}
        ${field({ name: 'customer_phone', label: texts.phone, autocomplete: 'tel', type: 'tel', inputmode: 'tel', ...common('customer_phone', payment.customer_phone) })}
        ${field({ name: 'customer_identity_number', label: texts.identityNumber, autocomplete: 'off', ...common('customer_identity_number', payment.customer_identity_number) })}
      </div>
    </fieldset>`
}

const cardFields = ({
  visit: { texts },
  errors = {},
  typed = {},
}: FormView): Html => html`<fieldset>
      <legend>${texts.card}</legend>
      <p class="hint">${texts.testCardHint} <code>${SAMPLE_CARD}</code> <a href="#tests">${texts.seeTestCards}</a></p>
      ${field({ name: 'number', label: texts.cardNumber, autocomplete: 'cc-number', inputmode: 'numeric', maxlength: 24, error: errors.number, required: true })}
      <div class="pair">
        ${field({ name: 'expiry', label: texts.expiry, autocomplete: 'cc-exp', inputmode: 'numeric', maxlength: 9, hint: texts.expiryHint, value: typed.expiry, error: errors.expiry, required: true })}
        ${field({ name: 'cvc', label: texts.cvc, autocomplete: 'cc-csc', inputmode: 'numeric', maxlength: 4, hint: texts.cvcHint, error: errors.cvc, required: true })}
      </div>
      ${field({ name: 'holder', label: texts.cardholder, autocomplete: 'cc-name', value: typed.holder, error: errors.holder, required: true })}
    </fieldset>`

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
