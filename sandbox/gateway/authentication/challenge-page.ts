import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { AttemptOutcome } from '../charges/attempt.ts'
import { checkoutAmountText } from '../checkout/amount-text.ts'
import { page } from '../checkout/page.ts'
import { type CheckoutVisit, pathIn } from '../checkout/visit.ts'
import type { Reply } from '../http/reply.ts'
import { fill } from '../pages/fill.ts'
import type { ChallengeResult } from '../payments/challenge/conclude-challenge.ts'
import { timeOfDay } from './challenge-screens.ts'

interface ChallengeView {
  visit: CheckoutVisit
  outcome: AttemptOutcome
  deadline: Date
  merchantName: string
  unanswered?: boolean
}

/** Renders the bank's 3-D Secure challenge (1.5, 4.13). Any site may frame it (mode 2, rule 3). */
export const challengePage = (view: ChallengeView): Reply => {
  const { visit, outcome, unanswered } = view
  const { payment, transaction } = outcome
  const { texts } = visit
  const title = `${texts.challengeTitle} · ${texts.bank}`
  return page({
    visit,
    status: unanswered ? 422 : 200,
    title: unanswered ? `${texts.errorPrefix}: ${title}` : title,
    framedBy: 'anybody',
    formTargets: [
      payment.success_url,
      transaction.success_redirect_url,
      transaction.failed_redirect_url,
    ],
    content: html`<section class="card challenge">
  <p class="bank">${BANK}<strong>${texts.bank}</strong> <span class="mild">${texts.bankHint}</span></p>
  <h1>${texts.challengeTitle}</h1>
  ${
    unanswered &&
    html`<div class="notice bad" role="alert" tabindex="-1" autofocus><h2>${texts.chooseTitle}</h2><p>${texts.chooseText}</p></div>`
  }
  ${facts(view)}
  <form method="post" action="${pathIn(visit.language, visit)}">
    <p class="challenge-text">${texts.challengeText}</p>
    <div class="field">
      <label for="code">${texts.code}</label>
      <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" aria-describedby="code-hint">
      <p class="hint" id="code-hint">${texts.codeHint}</p>
    </div>
    ${answers(view)}
  </form>
</section>`,
  })
}

const facts = ({ visit, outcome, merchantName }: ChallengeView): Html => {
  const { texts, language } = visit
  const { payment, transaction } = outcome
  const amount = checkoutAmountText(transaction.total_minor, {
    currencyCode: payment.currency_code,
    language,
  })
  return html`<dl class="facts">
    <dt>${texts.merchant}</dt><dd>${merchantName}</dd>
    <dt>${texts.total}</dt><dd class="strong">${amount}</dd>
    <dt>${texts.card}</dt><dd>${transaction.card_brand.toUpperCase()} ···· ${transaction.card_last_four}</dd>
  </dl>`
}

const answers = ({ visit: { texts }, deadline }: ChallengeView): Html[] => {
  const button = (
    result: ChallengeResult,
    { label, hint, style }: { label: string; hint: string; style: string },
  ): Html => html`<div class="answer">
      <button type="submit" name="outcome" value="${result}" class="action${style}" aria-describedby="${result}-hint">${label}</button>
      <p class="hint" id="${result}-hint">${hint}</p>
    </div>`
  return [
    button('authenticated', { label: texts.authenticate, hint: texts.authenticateHint, style: '' }),
    button('failed', { label: texts.fail, hint: texts.failHint, style: ' quiet' }),
    button('abandoned', {
      label: texts.abandon,
      hint: fill(texts.abandonHint, { deadline: timeOfDay(deadline) }),
      style: ' quiet',
    }),
  ]
}

const BANK = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 9.5 12 4l9 5.5zM5 10v8M10 10v8M14 10v8M19 10v8M3 20h18"/></svg>`
