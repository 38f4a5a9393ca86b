import { html } from '../../../src/runtime/http/page/html.ts'
import { sandboxUrls } from '../addresses.ts'
import { inGroupsOfFour, testCardList } from '../cards.ts'
import { STYLESHEET_PATH } from '../checkout/page.ts'
import type { Reply } from '../http/reply.ts'
import type { SandboxLanguage } from '../language.ts'
import { documentReply, type Reader } from '../pages/document.ts'
import { PORTAL_STYLESHEET_PATH } from '../portal/portal-page.ts'

const TEXTS = {
  es: {
    title: 'Pasarela de pruebas',
    intro:
      'Una pasarela de pagos completa en esta máquina, para construir y probar contra ella: cobra, anula, reembolsa, envía webhooks. No mueve dinero y solo acepta tarjetas de prueba.',
    go: 'Adónde ir',
    portal: 'Portal del comercio',
    portalHint: 'Pagos, webhooks y sus secretos, claves de API',
    sdk: 'Demostración del SDK',
    sdkHint: 'Campos de tarjeta dentro de su página',
    openapi: 'OpenAPI',
    openapiHint: 'Cada ruta de la API, para generar clientes',
    addresses: 'Direcciones',
    api: 'API (base_url)',
    embed: 'Confirmación (embed_base_url)',
    script: 'SDK del navegador (sdk_url)',
    try: 'Pruébelo',
    tryHint: 'Cree un pago y abra su checkout_url. La clave secreta está en el portal.',
    docs: 'El archivo docs/sandbox.md del proyecto explica el reloj, los fallos a voluntad y las rutas de control bajo /sandbox.',
    cards: 'Tarjetas de prueba',
    cardsHint: 'Con cualquier vencimiento futuro y cualquier CVC.',
  },
  en: {
    title: 'Sandbox gateway',
    intro:
      'A whole payment gateway on this machine, to build and test against: it charges, voids, refunds, sends webhooks. It moves no money and accepts test cards only.',
    go: 'Where to go',
    portal: 'Merchant portal',
    portalHint: 'Payments, webhooks and their secrets, API keys',
    sdk: 'SDK demo',
    sdkHint: 'Card fields inside your own page',
    openapi: 'OpenAPI',
    openapiHint: 'Every route of the API, to generate clients from',
    addresses: 'Addresses',
    api: 'API (base_url)',
    embed: 'Confirm (embed_base_url)',
    script: 'Browser SDK (sdk_url)',
    try: 'Try it',
    tryHint: 'Create a payment and open its checkout_url. The secret key is in the portal.',
    docs: 'The project’s docs/sandbox.md explains the clock, faults on request, and the control routes under /sandbox.',
    cards: 'Test cards',
    cardsHint: 'With any future expiry date and any CVC.',
  },
} as const satisfies Record<SandboxLanguage, Record<string, string>>

export const homePage = (reader: Reader, url: string): Reply => {
  const texts = TEXTS[reader.language]
  const addresses = sandboxUrls(url)
  const lang = `lang=${reader.language}`
  const link = (href: string, label: string, hint: string) =>
    html`<li><a class="card row" href="${href}"><span class="what"><strong>${label}</strong> <span class="mild">${hint}</span></span></a></li>`
  const address = (label: string, value: string) =>
    html`<p class="label">${label}</p><p><code class="secret">${value}</code></p>`
  return documentReply({
    reader,
    status: 200,
    title: texts.title,
    stylesheets: [STYLESHEET_PATH, PORTAL_STYLESHEET_PATH],
    content: html`<div class="portal">
<h1>${texts.title}</h1>
<p class="intro">${texts.intro}</p>
<h2>${texts.go}</h2>
<ul class="rows">
${link(`/portal?${lang}`, texts.portal, texts.portalHint)}
${link(`/sdk?${lang}`, texts.sdk, texts.sdkHint)}
${link('/openapi.json', texts.openapi, texts.openapiHint)}
</ul>
<h2>${texts.addresses}</h2>
<section class="card keys">
${address(texts.api, addresses.api)}
${address(texts.embed, addresses.embed)}
${address(texts.script, addresses.sdk)}
</section>
<h2>${texts.try}</h2>
<section class="card">
<p>${texts.tryHint}</p>
<pre>curl ${addresses.api}/payments -H "Authorization: Bearer $SECRET_KEY" \\
  -d '{"amount": 125.50, "external_reference": "1001", "name": "Order 1001"}'</pre>
<p class="mild">${texts.docs}</p>
</section>
<h2>${texts.cards}</h2>
<section class="tests">
<p>${texts.cardsHint}</p>
<ul>${testCardList().map(
      ({ number, means }) =>
        html`<li><code>${inGroupsOfFour(number)}</code><span>${means[reader.language]}</span></li>`,
    )}</ul>
</section>
</div>`,
  })
}
