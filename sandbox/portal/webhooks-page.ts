import { LIMITS } from '../../src/contract/create-payment.ts'
import { DELIVERY } from '../../src/contract/events.ts'
import { formatHondurasTime } from '../../src/contract/honduras-time.ts'
import { type Html, html } from '../../src/platform/html.ts'
import type { Sandbox } from '../context.ts'
import type { DeliveryAttemptRow, EndpointRow } from '../database/tables.ts'
import type { Reply } from '../http/reply.ts'
import { fill } from '../pages/fill.ts'
import { lastAttempts } from '../webhooks/delivery-attempts.ts'
import type { EndpointUrlRefusal } from '../webhooks/endpoint-url.ts'
import { listEndpoints } from '../webhooks/endpoints.ts'
import { isTaken } from '../webhooks/post.ts'
import { confirmation, portalPage } from './portal-page.ts'
import { type PortalView, portalPath } from './view.ts'

const TOTAL_ATTEMPTS = DELIVERY.waitsBetweenAttemptsMs.length + 1

/** Endpoints with their secrets, and the last delivery attempts (6.1). */
export const webhooksPage = async (
  { database }: Sandbox,
  view: PortalView,
  refused: {
    /** The URL that was not taken, and why. */
    url?: { typed: string; because: EndpointUrlRefusal }
    refusals?: readonly string[]
  } = {},
): Promise<Reply> => {
  const { texts, environment } = view
  const [endpoints, attempts] = await Promise.all([
    listEndpoints(database, environment),
    lastAttempts(database, environment),
  ])
  const refusals = refused.url ? [texts[refused.url.because]] : refused.refusals
  return portalPage({
    view: { ...view, reader: { ...view.reader, path: `/portal/${environment}/webhooks` } },
    section: 'webhooks',
    title: texts.webhooks,
    status: refusals ? 422 : 200,
    refusals,
    content: html`<h1>${texts.webhooks}</h1>
<h2>${texts.endpoints}</h2>
${
  endpoints.length === 0
    ? html`<p class="card empty">${texts.noEndpoints}</p>`
    : endpoints.map((endpoint) => endpointCard(view, endpoint))
}
${addForm(view, refused.url)}
<h2>${fill(texts.attempts, { count: String(LIMITS.portalDeliveryHistory) })}</h2>
${
  attempts.length === 0
    ? html`<p class="card empty">${texts.noAttempts}</p>`
    : html`<ol class="attempts">${attempts.map((attempt) => attemptCard(view, attempt))}</ol>`
}`,
  })
}

const endpointCard = (view: PortalView, endpoint: EndpointRow): Html => {
  const { texts } = view
  const action = (name: string) => portalPath(view, `/endpoints/${endpoint.id}/${name}`)
  const isNew = view.reader.query.get('endpoint') === endpoint.id
  return html`<section class="card endpoint" aria-label="${endpoint.url}">
  <p class="url">${endpoint.url}</p>
  ${endpoint.from_settings && html`<p class="mild">${texts.fromSettings}</p>`}
  <details class="more wide"${isNew && html` open`}>
    <summary>${texts.showSecret}</summary>
    <p><code class="secret">${endpoint.secret}</code></p>
    <p class="mild">${texts.secretHint}</p>
  </details>
  <div class="actions">${confirmation({
    action: action('rotate'),
    summary: texts.rotate,
    warning: texts.rotateWarning,
    button: texts.rotateNow,
  })}${confirmation({
    action: action('delete'),
    summary: texts.delete,
    warning: texts.deleteWarning,
    button: texts.deleteNow,
  })}</div>
</section>`
}

const addForm = (
  view: PortalView,
  refused: { typed: string; because: EndpointUrlRefusal } | undefined,
): Html => {
  const { texts } = view
  return html`<form class="card add" method="post" action="${portalPath(view, '/endpoints')}">
  <h3>${texts.addEndpoint}</h3>
  <div class="field${refused && ' wrong'}">
    <label for="url">${texts.endpointUrl}</label>
    <input id="url" name="url" type="url" required maxlength="2000" autocomplete="off" spellcheck="false"
      aria-describedby="url-hint${refused && ' url-error'}"${refused && html` aria-invalid="true"`} value="${refused?.typed}">
    ${refused && html`<p class="error" id="url-error">${texts[refused.because]}</p>`}
    <p class="hint" id="url-hint">${texts.endpointUrlHint}</p>
  </div>
  <button class="button">${texts.endpointAdd}</button>
</form>`
}

const attemptCard = (view: PortalView, attempt: DeliveryAttemptRow): Html => {
  const { texts } = view
  const { status, event_type: type, url } = attempt
  const isGood = status !== null && isTaken(status)
  const result =
    status === null
      ? fill(texts.failed, { error: attempt.error ?? '' })
      : fill(texts.answered, { status: String(status) })
  return html`<li class="card attempt">
  <div class="heading"><h3>${type}</h3> <span class="badge ${isGood ? 'paid' : 'declined'}">${result}</span></div>
  <p class="mild">${formatHondurasTime(attempt.at)} · ${fill(texts.attempt, {
    number: String(attempt.attempt),
    total: String(TOTAL_ATTEMPTS),
  })} · ${fill(texts.duration, { ms: String(attempt.duration_ms) })}</p>
  <p class="url mild">${url}</p>
  <p class="mild">${texts.event} <code class="wrap">${attempt.event_id}</code></p>
  ${
    status !== null &&
    html`<details class="more wide"><summary>${texts.answer}</summary>
    ${attempt.answer ? html`<pre>${attempt.answer}</pre>` : html`<p class="mild">${texts.emptyAnswer}</p>`}</details>`
  }
  <form method="post" action="${portalPath(view, `/attempts/${String(attempt.id)}/resend`)}">
    <button class="button quiet" aria-label="${fill(texts.resendOf, { type, url })}">${texts.resend}</button>
  </form>
</li>`
}
