import { randomUUID } from 'node:crypto'
import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { inGroupsOfFour } from '../cards.ts'
import type { Reply } from '../http/reply.ts'
import { acceptedBrands } from '../pages/brands.ts'
import { documentReply, pathIn } from '../pages/document.ts'
import { alertNotice, checkoutAmountText, declineText, testCardsList } from '../pages/parts.ts'
import { CARD_INPUT_PATH } from '../pages/static-file.ts'
import { checkbox, field } from './fields.ts'
import { type CUSTOMER_FIELDS, FIELD_NAMES, isLocked } from './form-fields.ts'
import { type FormView, priceOfForm, tipOfForm } from './form-view.ts'
import { checkoutSummary } from './summary.ts'
import { SHOWN_TIP } from './tip.ts'
import { tipFields } from './tip-fields.ts'

const SAMPLE_CARD = inGroupsOfFour('4111111111111111')

/** Works without JavaScript, which groups the digits. */
export const formPage = (view: FormView): Reply => {
  const { reader, payment, errors = {}, attempt } = view
  const mistaken = Object.keys(errors).length > 0
  const declined = attempt?.transaction.status === 'declined'
  const title = `${totalText(view)} · ${view.merchantName}`
  return documentReply({
    reader,
    status: mistaken ? 422 : 200,
    title: mistaken || declined ? `${reader.texts.labels.errorPrefix}: ${title}` : title,
    formTargets: [payment.success_url],
    modules: [CARD_INPUT_PATH],
    policy: { 'script-src': "'self'" },
    content: html`<div class="columns">
${checkoutSummary(view)}
<section class="card">
  ${formNotice(view)}
  ${form(view)}
</section>
<aside class="tests" aria-labelledby="tests">
  <h2 id="tests">${reader.texts.labels.testCards}</h2>
  ${testCardsList({ ...reader.texts, testCards: reader.texts.checkout.testCards })}
</aside>
</div>`,
  })
}

const totalText = (view: FormView): string =>
  checkoutAmountText(priceOfForm(view).total_minor, view.payment, view.reader.language)

const form = (view: FormView): Html => {
  const { reader, payment } = view
  const { texts } = reader
  const customerPicksTip = payment.pricing_rules.tip.mode === 'customer'
  const action = pathIn(reader.language, { ...reader, query: new URLSearchParams() })
  return html`<form method="post" action="${action}" novalidate>
    ${customerPicksTip && DEFAULT_BUTTON}
    <input type="hidden" name="form_key" value="${randomUUID()}">
    ${
      customerPicksTip &&
      html`<input type="hidden" name="${SHOWN_TIP}" value="${String(tipOfForm(view))}">`
    }
    ${tipFields(view)}
    ${cardFields(view)}
    ${customerFields(view)}
    <button type="submit" class="action">${
      customerPicksTip
        ? texts.checkout.payWithTip
        : formatMessage(texts.checkout.pay, { amount: totalText(view) }, reader.language)
    }</button>
    <p class="after"><span>${texts.checkout.secured}</span>${
      payment.cancel_url && html` <a href="${payment.cancel_url}">${texts.checkout.cancel}</a>`
    }</p>
  </form>`
}

/** Enter activates the first submit button, which must not be the tip preview. */
const DEFAULT_BUTTON = html`<input type="submit" class="hidden" tabindex="-1" aria-hidden="true">`

const customerFields = ({ reader, payment, errors = {}, typed = {} }: FormView): Html => {
  const { texts } = reader
  const common = (name: (typeof CUSTOMER_FIELDS)[number]) => {
    const locked = isLocked(name, payment)
    return {
      name,
      value: locked ? payment[name] : (typed[name] ?? payment[name]),
      error: errors[name],
      locked: locked && texts.checkout.locked,
      ...(locked ? {} : { optionalMark: texts.labels.optional }),
    }
  }
  return html`<fieldset>
      <legend>${texts.checkout.yourDetails}</legend>
      ${payment.lock_customer_fields && html`<p class="hint">${texts.checkout.lockedHint}</p>`}
      <div class="pair roomy">
        ${field({ label: texts.checkout.customerName, autocomplete: 'name', ...common('customer_name') })}
        ${field({ label: texts.checkout.email, autocomplete: 'email', type: 'email', inputmode: 'email', ...common('customer_email') })}
        ${field({ label: texts.checkout.phone, autocomplete: 'tel', type: 'tel', inputmode: 'tel', ...common('customer_phone') })}
        ${field({ label: texts.checkout.identityNumber, autocomplete: 'off', ...common('customer_identity_number') })}
      </div>
    </fieldset>`
}

const cardFields = (view: FormView): Html => {
  const { errors = {}, typed = {}, merchantName: merchant } = view
  const { texts, language } = view.reader
  return html`<fieldset>
      <legend>${texts.labels.card}</legend>
      ${acceptedBrands(texts.frame.accepted)}
      <p class="hint">${texts.checkout.testCardHint} <code>${SAMPLE_CARD}</code> <a href="#tests">${texts.checkout.seeTestCards}</a></p>
      ${field({ name: 'number', label: texts.checkout.cardNumber, autocomplete: 'cc-number', inputmode: 'numeric', maxlength: 24, error: errors.number, required: true })}
      <div class="pair">
        ${field({ name: 'expiry', label: texts.checkout.expiry, autocomplete: 'cc-exp', inputmode: 'numeric', maxlength: 9, hint: texts.checkout.expiryHint, value: typed.expiry, error: errors.expiry, required: true })}
        ${field({ name: 'cvc', label: texts.checkout.cvc, autocomplete: 'cc-csc', inputmode: 'numeric', maxlength: 4, hint: texts.checkout.cvcHint, error: errors.cvc, required: true })}
      </div>
      ${field({ name: 'holder', label: texts.checkout.cardholder, autocomplete: 'cc-name', value: typed.holder, error: errors.holder, required: true })}
      ${
        view.offersToSaveCard &&
        checkbox('save_card', {
          label: formatMessage(texts.checkout.saveCard, { merchant }, language),
          hint: formatMessage(texts.checkout.saveCardHint, { merchant }, language),
          checked: Boolean(typed.save_card),
        })
      }
    </fieldset>`
}

const formNotice = (view: FormView): Html | undefined => {
  const { attempt, errors = {}, payment, reader } = view
  const { texts, language } = reader
  const { checkout } = texts
  if (Object.keys(errors).length > 0) {
    const links = FIELD_NAMES.map(
      (name) => errors[name] && html`<li><a href="#${name}">${errors[name]}</a></li>`,
    )
    return alertNotice(checkout.errorTitle, html`<ul>${links}</ul>`)
  }
  if (view.requiresTotalConfirmation) {
    const total = checkoutAmountText(priceOfForm(view).total_minor, payment, language)
    const tip = checkoutAmountText(tipOfForm(view), payment, language)
    const text = formatMessage(checkout.newTotal.text, { tip }, language)
    return alertNotice(
      formatMessage(checkout.newTotal.title, { total }, language),
      html`<p>${text}</p>`,
      '',
    )
  }
  if (attempt?.authenticationUrl) {
    const link = html`<a href="${attempt.authenticationUrl}">${checkout.continueChallenge}</a>`
    return alertNotice(
      checkout.openChallengeTitle,
      html`<p>${checkout.openChallengeText}</p>
    <p>${link}</p>`,
      '',
    )
  }
  if (attempt?.transaction.status !== 'declined') return undefined
  const reason = declineText(attempt.transaction.iso_response_code, texts)
  return alertNotice(checkout.declinedTitle, html`<p>${reason} ${checkout.tryAgain}</p>`)
}
