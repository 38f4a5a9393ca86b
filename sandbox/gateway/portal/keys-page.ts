import type { Settings } from '../../../config/settings.ts'
import { html } from '../../../src/runtime/http/page/html.ts'
import type { Sandbox } from '../context.ts'
import type { Reply } from '../http/reply.ts'
import { gatewayAddresses, secretValue, testCardsList } from '../pages/parts.ts'
import { portalPage } from './portal-page.ts'
import type { PortalView } from './view.ts'

export const keysPage = ({ publicUrl }: Sandbox, view: PortalView, settings: Settings): Reply => {
  const { texts, environment } = view
  const { portal, labels } = texts
  const [secretKey, publishableKey] =
    environment === 'test'
      ? [settings.SANDBOX_SECRET_KEY, settings.SANDBOX_PUBLISHABLE_KEY]
      : [settings.SANDBOX_LIVE_SECRET_KEY, settings.SANDBOX_LIVE_PUBLISHABLE_KEY]
  return portalPage({
    view,
    section: 'keys',
    title: portal.keys,
    content: html`<h1>${portal.keys}</h1>
<h2>${portal.apiKeys}</h2>
<section class="card keys">
${secretValue(portal.secretKey, secretKey, portal.secretKeyHint)}
${secretValue(portal.publishableKey, publishableKey, portal.publishableKeyHint)}
</section>
${gatewayAddresses(publicUrl, texts)}
<h2>${labels.testCards}</h2>
<section class="tests">
${testCardsList(texts)}
</section>`,
  })
}
