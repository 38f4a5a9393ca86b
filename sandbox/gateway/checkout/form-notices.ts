import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { fill } from '../pages/fill.ts'
import { checkoutAmountText } from './amount-text.ts'
import { FIELD_NAMES } from './form-fields.ts'
import type { FormView } from './form-view.ts'
import { priceOfForm, tipOfForm } from './summary.ts'
import { declineText } from './texts/declines.ts'

export const formNotice = (view: FormView): Html | undefined => {
  const { attempt, errors = {} } = view
  if (Object.keys(errors).length > 0) return errorSummary(view)
  if (view.requiresTotalConfirmation) return newTotal(view)
  if (attempt?.authenticationUrl) return openChallenge(view, attempt.authenticationUrl)
  if (attempt?.transaction.status === 'declined') {
    return declined(view, attempt.transaction.iso_response_code)
  }
  return undefined
}

const errorSummary = ({ visit, errors = {} }: FormView): Html =>
  html`<div class="notice bad" role="alert" tabindex="-1" autofocus>
    <h2>${visit.texts.errorTitle}</h2>
    <ul>${FIELD_NAMES.map(
      (name) => errors[name] && html`<li><a href="#${name}">${errors[name]}</a></li>`,
    )}</ul>
  </div>`

const newTotal = (view: FormView): Html => {
  const { payment, visit } = view
  const { texts, language } = visit
  const shown = (minor: bigint): string =>
    checkoutAmountText(minor, { currencyCode: payment.currency_code, language })
  return html`<div class="notice" role="alert" tabindex="-1" autofocus>
    <h2>${fill(texts.newTotalTitle, { total: shown(priceOfForm(view).totalMinor) })}</h2>
    <p>${fill(texts.newTotalText, { tip: shown(tipOfForm(view)) })}</p>
  </div>`
}

const declined = ({ visit: { texts } }: FormView, isoResponseCode: string | null): Html =>
  html`<div class="notice bad" role="alert" tabindex="-1" autofocus>
    <h2>${texts.declinedTitle}</h2>
    <p>${declineText(isoResponseCode, texts)} ${texts.tryAgain}</p>
  </div>`

const openChallenge = ({ visit: { texts } }: FormView, url: string): Html =>
  html`<div class="notice" role="alert" tabindex="-1" autofocus>
    <h2>${texts.openChallengeTitle}</h2>
    <p>${texts.openChallengeText}</p>
    <p><a href="${url}">${texts.continueChallenge}</a></p>
  </div>`
