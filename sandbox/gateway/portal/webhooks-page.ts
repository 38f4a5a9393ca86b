import { GATEWAY_LIMITS } from '../../../src/contract/create-payment.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { Sandbox } from '../context.ts'
import type { EndpointRow } from '../database/tables.ts'
import type { Reply } from '../http/reply.ts'
import { lastAttempts } from '../webhooks/delivery-attempts.ts'
import type { EndpointUrlRefusal } from '../webhooks/endpoints.ts'
import { listEndpoints } from '../webhooks/endpoints.ts'
import { attemptCard } from './attempt-card.ts'
import { confirmation, portalPage } from './portal-page.ts'
import { type PortalView, portalPath } from './view.ts'

export const webhooksPage = async (
  { database, clock }: Sandbox,
  view: PortalView,
  refused: {
    url?: { typed: string; because: EndpointUrlRefusal }
    refusals?: readonly string[]
  } = {},
): Promise<Reply> => {
  const { texts, environment } = view
  const [endpoints, attempts] = await Promise.all([
    listEndpoints(database, environment),
    lastAttempts(database, environment),
  ])
  const refusals = refused.url ? [texts.portal.urlRefusals[refused.url.because]] : refused.refusals
  return portalPage({
    view: { ...view, path: `/portal/${environment}/webhooks` },
    section: 'webhooks',
    title: texts.portal.webhooks,
    status: refusals ? 422 : 200,
    refusals,
    content: html`<h1>${texts.portal.webhooks}</h1>
<h2>${texts.portal.endpoints}</h2>
${
  endpoints.length === 0
    ? html`<p class="card empty">${texts.portal.noEndpoints}</p>`
    : endpoints.map((endpoint) => endpointCard(view, endpoint))
}
${addForm(view, refused.url)}
<h2>${formatMessage(texts.portal.attempts, { count: GATEWAY_LIMITS.portalDeliveryHistory }, view.language)}</h2>
${
  attempts.length === 0
    ? html`<p class="card empty">${texts.portal.noAttempts}</p>`
    : html`<ol class="attempts">${attempts.map((attempt) =>
        attemptCard(view, {
          attempt,
          now: clock.now(),
          isWaitedFor: endpoints.some(({ id }) => id === attempt.endpoint_id),
        }),
      )}</ol>`
}`,
  })
}

const endpointCard = (view: PortalView, endpoint: EndpointRow): Html => {
  const { texts } = view
  const action = (name: string) => portalPath(view, `/endpoints/${endpoint.id}/${name}`)
  const isNew = view.query.get('endpoint') === endpoint.id
  return html`<section class="card endpoint" aria-label="${endpoint.url}">
  <p class="url">${endpoint.url}</p>
  ${endpoint.from_settings && html`<p class="mild">${texts.portal.fromSettings}</p>`}
  <details class="more wide"${isNew && html` open`}>
    <summary>${texts.portal.showSecret}</summary>
    <p><code class="secret">${endpoint.secret}</code></p>
    <p class="mild">${texts.portal.secretHint}</p>
  </details>
  <div class="actions">${confirmation({
    action: action('rotate'),
    summary: texts.portal.rotate,
    warning: texts.portal.rotateWarning,
    button: texts.portal.rotateNow,
  })}${confirmation({
    action: action('delete'),
    summary: texts.portal.delete,
    warning: texts.portal.deleteWarning,
    button: texts.portal.deleteNow,
  })}</div>
</section>`
}

const addForm = (
  view: PortalView,
  refused: { typed: string; because: EndpointUrlRefusal } | undefined,
): Html => {
  const { texts } = view
  return html`<form class="card add" method="post" action="${portalPath(view, '/endpoints')}">
  <h3>${texts.portal.addEndpoint}</h3>
  <div class="field${refused && ' wrong'}">
    <label for="url">${texts.portal.endpointUrl}</label>
    <input id="url" name="url" type="url" required maxlength="2000" autocomplete="off" spellcheck="false"
      aria-describedby="url-hint${refused && ' url-error'}"${refused && html` aria-invalid="true"`} value="${refused?.typed}">
    ${refused && html`<p class="error" id="url-error">${texts.portal.urlRefusals[refused.because]}</p>`}
    <p class="hint" id="url-hint">${texts.portal.endpointUrlHint}</p>
  </div>
  <button class="action">${texts.portal.endpointAdd}</button>
</form>`
}
