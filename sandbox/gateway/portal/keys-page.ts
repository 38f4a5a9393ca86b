import type { Settings } from '../../../config/settings.ts'
import { html } from '../../../src/runtime/http/page/html.ts'
import { sandboxUrls } from '../addresses.ts'
import { inGroupsOfFour, testCardList } from '../cards.ts'
import type { Sandbox } from '../context.ts'
import type { Reply } from '../http/reply.ts'
import { portalPage } from './portal-page.ts'
import type { PortalView } from './view.ts'

export const keysPage = ({ publicUrl }: Sandbox, view: PortalView, settings: Settings): Reply => {
  const { texts, environment, reader } = view
  const addresses = sandboxUrls(publicUrl)
  const key = (label: string, value: string, hint: string) =>
    html`<p class="label">${label}</p><p><code class="secret">${value}</code></p><p class="hint">${hint}</p>`
  const isTest = environment === 'test'
  return portalPage({
    view,
    section: 'keys',
    title: texts.keys,
    content: html`<h1>${texts.keys}</h1>
<h2>${texts.apiKeys}</h2>
<section class="card keys">
${key(texts.secretKey, isTest ? settings.SANDBOX_SECRET_KEY : settings.SANDBOX_LIVE_SECRET_KEY, texts.secretKeyHint)}
${key(
  texts.publishableKey,
  isTest ? settings.SANDBOX_PUBLISHABLE_KEY : settings.SANDBOX_LIVE_PUBLISHABLE_KEY,
  texts.publishableKeyHint,
)}
</section>
<h2>${texts.bases}</h2>
<section class="card keys">
${key(texts.apiBase, addresses.api, '')}
${key(texts.embedBase, addresses.embed, '')}
${key(texts.sdkUrl, addresses.sdk, '')}
</section>
<h2>${texts.testCards}</h2>
<section class="tests">
<p>${texts.testCardsHint}</p>
<ul>${testCardList().map(
      ({ number, means }) =>
        html`<li><code>${inGroupsOfFour(number)}</code><span>${means[reader.language]}</span></li>`,
    )}</ul>
</section>`,
  })
}
