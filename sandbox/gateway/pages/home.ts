import { html } from '../../../src/runtime/http/page/html.ts'
import { sandboxUrls } from '../addresses.ts'
import type { Sandbox } from '../context.ts'
import type { Reply } from '../http/reply.ts'
import type { SandboxRoute } from '../http/router.ts'
import { qualitiesOf } from '../language.ts'
import { PORTAL_STYLESHEET_PATH } from '../portal/portal-page.ts'
import { routeNotFound } from '../v1/answers.ts'
import { documentReply, type Reader, readerOf } from './document.ts'
import { gatewayAddresses, testCardsList } from './parts.ts'

const homePage = (reader: Reader, url: string): Reply => {
  const { texts, language } = reader
  const { home } = texts
  const lang = `lang=${language}`
  const link = (href: string, label: string, hint: string) =>
    html`<li><a class="card row" href="${href}"><span class="what"><strong>${label}</strong> <span class="mild">${hint}</span></span></a></li>`
  return documentReply({
    reader,
    title: home.title,
    stylesheets: [PORTAL_STYLESHEET_PATH],
    content: html`<div class="portal">
<h1>${home.title}</h1>
<p class="intro">${home.intro}</p>
<h2>${home.go}</h2>
<ul class="rows">
${link(`/portal?${lang}`, home.portal, home.portalHint)}
${link(`/sdk?${lang}`, home.sdk, home.sdkHint)}
${link('/openapi.json', home.openapi, home.openapiHint)}
</ul>
${gatewayAddresses(url, texts)}
<h2>${home.try}</h2>
<section class="card">
<p>${home.tryHint}</p>
<pre>curl ${sandboxUrls(url).api}/payments -H "Authorization: Bearer $SECRET_KEY" \\
  -d '{"amount": 125.50, "external_reference": "1001", "name": "Order 1001"}'</pre>
<p class="mild">${home.docs}</p>
</section>
<h2>${texts.labels.testCards}</h2>
<section class="tests">
${testCardsList(texts)}
</section>
</div>`,
  })
}

/** Serves browsers; API clients get the routing 404. */
export const homeRoutes = ({ publicUrl }: Pick<Sandbox, 'publicUrl'>): SandboxRoute[] => [
  {
    method: 'GET',
    path: '/',
    handle: (request) =>
      prefersHtml(request.headers.accept)
        ? homePage(readerOf(request), publicUrl)
        : routeNotFound(request),
  },
]

const prefersHtml = (accept: string | undefined): boolean => {
  const types = qualitiesOf(accept)
  const qualityOf = (type: string) => types.find(({ name }) => name === type)?.quality ?? 0
  const quality = qualityOf('text/html')
  return quality > 0 && quality >= qualityOf('application/json')
}
