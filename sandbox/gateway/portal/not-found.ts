import { html } from '../../../src/runtime/http/page/html.ts'
import type { Reply } from '../http/reply.ts'
import { portalPage } from './portal-page.ts'
import { type PortalView, portalPath } from './view.ts'

/** Often a payment of the other environment, so the page has the switch. */
export const paymentNotFound = (view: PortalView): Reply => {
  const { texts } = view
  return portalPage({
    view,
    section: 'payments',
    title: texts.portal.paymentNotFound,
    status: 404,
    content: html`<h1>${texts.portal.paymentNotFound}</h1>
<p><a href="${portalPath(view, '')}">${texts.portal.backToPayments}</a></p>`,
  })
}
