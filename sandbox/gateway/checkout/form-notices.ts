import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { checkoutAmountText } from '../pages/amount-text.ts'
import { alertNotice } from '../pages/parts.ts'
import { declineText } from './decline-text.ts'
import { FIELD_NAMES } from './form-fields.ts'
import { type FormView, priceOfForm, tipOfForm } from './form-view.ts'

export const formNotice = (view: FormView): Html | undefined => {
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
    const total = checkoutAmountText(priceOfForm(view).totalMinor, payment, language)
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
