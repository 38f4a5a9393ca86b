import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { SandboxPaymentRow, TransactionRow } from '../database/tables.ts'
import type { Reply } from '../http/reply.ts'
import type { GatewayTexts } from '../locales/texts.ts'
import { documentReply, type Reader } from '../pages/document.ts'
import { alertNotice } from '../pages/parts.ts'
import { doneText, type PortalView, portalPath, type Section } from './view.ts'

export const PORTAL_STYLESHEET_PATH = '/portal/assets/portal.css'

const stylesheets = [PORTAL_STYLESHEET_PATH]

const SECTIONS: readonly { section: Section; path: string }[] = [
  { section: 'payments', path: '' },
  { section: 'webhooks', path: '/webhooks' },
  { section: 'keys', path: '/keys' },
]

export const portalPage = (options: {
  view: PortalView
  section: Section
  title: string
  content: Html
  status?: number
  refusals?: readonly string[] | undefined
}): Reply => {
  const { view, title, content, status = 200, refusals = [] } = options
  const { texts, language } = view
  const { portal } = texts
  const done = refusals.length === 0 && doneText(view)
  const failed = refusals.length > 0
  return documentReply({
    reader: view,
    status,
    title: `${failed ? `${texts.labels.errorPrefix}: ` : ''}${title} · ${portal.portal} · ${portal[view.environment]}`,
    stylesheets,
    referrerPolicy: 'same-origin',
    navigation: navigation(options),
    content: html`<div class="portal">
${done && html`<div class="notice good" role="status"><p>${done}</p></div>`}
${
  failed &&
  alertNotice(
    portal.errorTitle,
    refusals.map((text) => html`<p>${text}</p>`),
  )
}
${content}
<p class="mild foot">${portal.timeZone} <a href="/?lang=${language}">${texts.labels.home}</a></p>
</div>`,
  })
}

const navigation = ({ view, section }: { view: PortalView; section: Section }): Html => {
  const { environment } = view
  const texts = view.texts.portal
  const current = SECTIONS.find((each) => each.section === section)
  return html`<div class="bar ${environment}">
  <p class="brand">${texts.portal}</p>
  <nav class="switch" aria-label="${texts.environment}">
    ${(['test', 'live'] as const).map(
      (each) =>
        html`<a href="${portalPath({ ...view, environment: each }, current?.path ?? '')}"${
          each === environment && html` aria-current="true"`
        }>${texts[each]}</a>`,
    )}
  </nav>
  <nav class="sections" aria-label="${texts.sections}">
    ${SECTIONS.map(
      (each) =>
        html`<a href="${portalPath(view, each.path)}"${
          each.section === section && html` aria-current="page"`
        }>${texts[each.section]}</a>`,
    )}
  </nav>
  <p class="which">${environment === 'test' ? texts.testHint : texts.liveHint}</p>
</div>`
}

export const stateBadge = (
  state: SandboxPaymentRow['status'] | TransactionRow['status'],
  { texts }: PortalView,
): Html => html`<span class="badge ${state}">${texts.portal.states[state]}</span>`

export const confirmation = (options: {
  action: string
  summary: string
  warning: string
  button: string
}): Html => html`<details class="more">
  <summary>${options.summary}</summary>
  <form method="post" action="${options.action}">
    <p>${options.warning}</p>
    <button class="action danger">${options.button}</button>
  </form>
</details>`

/** Often a payment of the other environment, hence the switch. */
export const paymentNotFound = (view: PortalView): Reply => {
  const { paymentNotFound: title, backToPayments } = view.texts.portal
  return portalPage({
    view,
    section: 'payments',
    title,
    status: 404,
    content: html`<h1>${title}</h1>
<p><a href="${portalPath(view, '')}">${backToPayments}</a></p>`,
  })
}

export const portalScreen = (
  reader: Reader,
  shown: { name: keyof GatewayTexts['portal']['screens']; status: number; more?: string },
): Reply => {
  const { screens, openPortal } = reader.texts.portal
  const { title, text } = screens[shown.name]
  return documentReply({
    reader,
    status: shown.status,
    title,
    stylesheets,
    content: html`<section class="card screen">
  <h1>${title}</h1>
  <p>${text}</p>
  ${shown.more && html`<p>${shown.more}</p>`}
  <p><a class="action" href="/portal?lang=${reader.language}">${openPortal}</a></p>
</section>`,
  })
}
