import { z } from 'zod'
import { DELIVERY } from '../../../src/contract/events.ts'
import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { GatewayTexts } from '../locales/texts.ts'
import type { Reader } from '../pages/document.ts'
import type { ListedAttempt } from '../webhooks/delivery-attempts.ts'
import { isDelivered } from '../webhooks/post.ts'
import { type PortalView, portalPath } from './view.ts'

const TOTAL_ATTEMPTS = DELIVERY.waitsBetweenAttemptsMs.length + 1

export const attemptCard = (
  view: PortalView,
  { attempt, now, isWaitedFor }: { attempt: ListedAttempt; now: Date; isWaitedFor: boolean },
): Html => {
  const { language } = view
  const texts = view.texts.portal
  const { status, event_type: type, url, next_at: nextAt } = attempt
  const isGood = isDelivered(status)
  const duration = formatMessage(texts.duration, { ms: attempt.duration_ms }, language)
  const next = isWaitedFor && nextAt && nextAt > now && { time: formatHondurasTime(nextAt) }
  return html`<li class="card attempt">
  <div class="heading"><h3>${type}</h3> <span class="badge ${isGood ? 'paid' : 'declined'}">${resultOf(attempt, view)}</span></div>
  ${paymentLink(view, attempt)}
  <p class="mild">${formatHondurasTime(attempt.at)} · ${whichAttempt(attempt, view)} · ${duration}</p>
  ${next && html`<p class="mild">${formatMessage(texts.nextAttempt, next, language)}</p>`}
  <p class="url mild">${url}</p>
  <p class="mild">${texts.event} <code class="wrap">${attempt.event_id}</code></p>
  ${
    status !== null &&
    html`<details class="more wide"><summary>${texts.answer}</summary>
    ${attempt.answer ? html`<pre>${attempt.answer}</pre>` : html`<p class="mild">${texts.emptyAnswer}</p>`}</details>`
  }
  <form method="post" action="${portalPath(view, `/attempts/${attempt.id}/resend`)}">
    <button class="action quiet" aria-label="${formatMessage(texts.resendOf, { type, url }, language)}">${texts.resend}</button>
  </form>
</li>`
}

/** Resent deliveries count their own retries (6.5). */
const whichAttempt = ({ attempt, is_resent }: ListedAttempt, { texts, language }: Reader) => {
  const { resent, attempt: counted } = texts.portal
  if (is_resent && attempt === 1) return resent
  const count = formatMessage(counted, { number: attempt, total: TOTAL_ATTEMPTS }, language)
  return is_resent ? `${resent} · ${count}` : count
}

const aboutPayment = z.object({
  data: z.object({ id: z.int(), external_reference: z.string().nullish() }),
})

const paymentLink = (view: PortalView, { event_body }: ListedAttempt): Html | false => {
  const about = aboutPayment.safeParse(event_body && JSON.parse(event_body))
  if (!about.success) return false
  const { id, external_reference: reference } = about.data.data
  const name = formatMessage(view.texts.portal.payment, { id }, view.language)
  return html`<p class="about"><a href="${portalPath(view, `/payments/${id}`)}">${name}</a>${
    reference && html` <span class="mild">${reference}</span>`
  }</p>`
}

const CONNECTION_ERRORS: Readonly<Record<string, keyof GatewayTexts['portal']['connection']>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'notFound',
  EAI_AGAIN: 'notFound',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  'connection closed': 'reset',
  'no answer in time': 'timeout',
  'no answer, on purpose': 'injected',
}

const resultOf = ({ status, error, url }: ListedAttempt, { texts, language }: Reader): string => {
  const { answered, failed, connection } = texts.portal
  if (status !== null) return formatMessage(answered, { status }, language)
  const name = CONNECTION_ERRORS[/^E[A-Z_]+(?=:)/.exec(error ?? '')?.[0] ?? error ?? '']
  const host = URL.parse(url)?.host ?? url
  return formatMessage(name ? connection[name] : failed, { host, error: error ?? '' }, language)
}
