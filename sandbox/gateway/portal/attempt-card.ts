import { z } from 'zod'
import { DELIVERY } from '../../../src/contract/events.ts'
import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { fill } from '../pages/fill.ts'
import type { ListedAttempt } from '../webhooks/delivery-attempts.ts'
import { isDelivered } from '../webhooks/post.ts'
import type { PortalTexts } from './texts.ts'
import { type PortalView, portalPath } from './view.ts'

const TOTAL_ATTEMPTS = DELIVERY.waitsBetweenAttemptsMs.length + 1

/** Renders a delivery attempt (6.1). */
export const attemptCard = (
  view: PortalView,
  { attempt, now, isWaitedFor }: { attempt: ListedAttempt; now: Date; isWaitedFor: boolean },
): Html => {
  const { texts } = view
  const { status, event_type: type, url, next_at: nextAt } = attempt
  const isGood = status !== null && isDelivered(status)
  return html`<li class="card attempt">
  <div class="heading"><h3>${type}</h3> <span class="badge ${isGood ? 'paid' : 'declined'}">${resultOf(attempt, texts)}</span></div>
  ${paymentLink(view, attempt)}
  <p class="mild">${formatHondurasTime(attempt.at)} · ${whichAttempt(attempt, texts)} · ${fill(texts.duration, { ms: String(attempt.duration_ms) })}</p>
  ${isWaitedFor && nextAt && nextAt > now && html`<p class="mild">${fill(texts.nextAttempt, { time: formatHondurasTime(nextAt) })}</p>`}
  <p class="url mild">${url}</p>
  <p class="mild">${texts.event} <code class="wrap">${attempt.event_id}</code></p>
  ${
    status !== null &&
    html`<details class="more wide"><summary>${texts.answer}</summary>
    ${attempt.answer ? html`<pre>${attempt.answer}</pre>` : html`<p class="mild">${texts.emptyAnswer}</p>`}</details>`
  }
  <form method="post" action="${portalPath(view, `/attempts/${String(attempt.id)}/resend`)}">
    <button class="action quiet" aria-label="${fill(texts.resendOf, { type, url })}">${texts.resend}</button>
  </form>
</li>`
}

/** Resent deliveries count their own retries (6.5). */
const whichAttempt = ({ attempt, is_resent }: ListedAttempt, texts: PortalTexts): string => {
  if (is_resent && attempt === 1) return texts.resent
  const counted = fill(texts.attempt, { number: String(attempt), total: String(TOTAL_ATTEMPTS) })
  return is_resent ? `${texts.resent} · ${counted}` : counted
}

const aboutPayment = z.object({
  data: z.object({ id: z.int(), external_reference: z.string().nullish() }),
})

const paymentLink = (view: PortalView, { event_body }: ListedAttempt): Html | false => {
  const about = aboutPayment.safeParse(event_body && JSON.parse(event_body))
  if (!about.success) return false
  const { id, external_reference: reference } = about.data.data
  return html`<p class="about"><a href="${portalPath(view, `/payments/${id}`)}">${fill(view.texts.payment, { id: String(id) })}</a>${
    reference && html` <span class="mild">${reference}</span>`
  }</p>`
}

const CONNECTION_ERRORS = {
  ECONNREFUSED: 'connectionRefused',
  ENOTFOUND: 'hostNotFound',
  EAI_AGAIN: 'hostNotFound',
  ECONNRESET: 'connectionCut',
  EPIPE: 'connectionCut',
  ETIMEDOUT: 'noAnswerInTime',
  EHOSTUNREACH: 'hostUnreachable',
  ENETUNREACH: 'hostUnreachable',
  'connection closed': 'connectionCut',
  'no answer in time': 'noAnswerInTime',
  'no answer, on purpose': 'failedOnPurpose',
} as const satisfies Record<string, keyof PortalTexts>

const resultOf = ({ status, error, url }: ListedAttempt, texts: PortalTexts): string => {
  if (status !== null) return fill(texts.answered, { status: String(status) })
  const code = /^E[A-Z_]+(?=:)/.exec(error ?? '')?.[0] ?? error ?? ''
  const host = URL.parse(url)?.host ?? url
  return Object.hasOwn(CONNECTION_ERRORS, code)
    ? fill(texts[CONNECTION_ERRORS[code as keyof typeof CONNECTION_ERRORS]], { host })
    : fill(texts.failed, { error: error ?? '' })
}
