import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { AttemptOutcome } from '../charges/attempt.ts'
import type { Reply } from '../http/reply.ts'
import { documentReply, pathIn, type Reader } from '../pages/document.ts'
import { alertNotice, cardText, checkoutAmountText, fact } from '../pages/parts.ts'
import type { ChallengeResult } from '../payments/challenge/conclude-challenge.ts'
import { timeOfDay } from './challenge-screens.ts'

interface ChallengeView {
  reader: Reader
  outcome: AttemptOutcome
  deadline: Date
  merchantName: string
  unanswered?: boolean
}

/** Renders the bank's 3-D Secure challenge (1.5, 4.13). Any site may frame it (mode 2, rule 3). */
export const challengePage = (view: ChallengeView): Reply => {
  const { reader, outcome, unanswered } = view
  const { payment, transaction } = outcome
  const { texts } = reader
  const title = `${texts.challenge.title} · ${texts.challenge.bank}`
  return documentReply({
    reader,
    status: unanswered ? 422 : 200,
    title: unanswered ? `${texts.labels.errorPrefix}: ${title}` : title,
    framedBy: 'anybody',
    formTargets: [
      payment.success_url,
      transaction.success_redirect_url,
      transaction.failed_redirect_url,
    ],
    content: html`<section class="card challenge">
  <p class="bank">${BANK}<strong>${texts.challenge.bank}</strong> <span class="mild">${texts.challenge.bankHint}</span></p>
  <h1>${texts.challenge.title}</h1>
  ${unanswered && alertNotice(texts.challenge.chooseTitle, html`<p>${texts.challenge.chooseText}</p>`)}
  <dl class="facts">
    ${fact(texts.labels.merchant, view.merchantName)}
    <dt>${texts.labels.total}</dt><dd class="strong">${checkoutAmountText(transaction.total_minor, payment, reader.language)}</dd>
    ${fact(texts.labels.card, cardText(transaction))}
  </dl>
  <form method="post" action="${pathIn(reader.language, reader)}">
    <p class="challenge-text">${texts.challenge.text}</p>
    <div class="field">
      <label for="code">${texts.challenge.code}</label>
      <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" aria-describedby="code-hint">
      <p class="hint" id="code-hint">${texts.challenge.codeHint}</p>
    </div>
    ${answers(view)}
  </form>
</section>`,
  })
}

const answers = ({ reader: { texts, language }, deadline }: ChallengeView): Html[] => {
  const { challenge } = texts
  const untilWhen = { deadline: timeOfDay(deadline) }
  const button = (result: ChallengeResult, label: string, hint: string): Html =>
    html`<div class="answer">
      <button type="submit" name="outcome" value="${result}" class="action${result !== 'authenticated' && ' quiet'}" aria-describedby="${result}-hint">${label}</button>
      <p class="hint" id="${result}-hint">${hint}</p>
    </div>`
  return [
    button('authenticated', challenge.authenticate, challenge.authenticateHint),
    button('failed', challenge.fail, challenge.failHint),
    button(
      'abandoned',
      challenge.abandon,
      formatMessage(challenge.abandonHint, untilWhen, language),
    ),
  ]
}

const BANK = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 9.5 12 4l9 5.5zM5 10v8M10 10v8M14 10v8M19 10v8M3 20h18"/></svg>`
