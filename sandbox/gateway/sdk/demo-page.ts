import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { sandboxUrls } from '../addresses.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { GatewayTexts } from '../locales/texts.ts'
import { documentReply, readerOf } from '../pages/document.ts'
import { testCardsList } from '../pages/parts.ts'

export const demoPage =
  ({ publishableKey, publicUrl }: { publishableKey: string; publicUrl: string }) =>
  (request: HttpRequest): Reply => {
    const reader = readerOf(request)
    const { language, texts } = reader
    const { demo } = texts
    return documentReply({
      reader,
      title: demo.title,
      stylesheets: ['/sdk/assets/demo.css'],
      scripts: ['/sdk/v1/connect.js', '/sdk/assets/demo.js'],
      policy: { 'script-src': "'self'", 'frame-src': "'self'", 'form-action': "'none'" },
      content: html`<h1>${demo.title}</h1>
<p class="mild">${demo.intro} <a href="/?lang=${language}">${texts.labels.home}</a></p>
<div class="demo">
  ${optionsForm(demo, publishableKey)}
  <section class="card" aria-labelledby="component">
    <h2 id="component">${demo.component}</h2>
    <div id="card"></div>
    <button id="submit" type="button" class="action" disabled>${demo.submit}</button>
  </section>
  <section class="card" aria-labelledby="events-title">
    <h2 id="events-title">${demo.events}</h2>
    <ol id="events" role="log"><li class="mild">${demo.none}</li></ol>
    <h2>${demo.next}</h2>
    <p class="mild">${demo.nextHint}</p>
    <pre tabindex="0"><code id="confirm">${confirmCommand({ publishableKey, publicUrl })}</code></pre>
  </section>
  <section class="card tests" aria-labelledby="cards">
    <h2 id="cards">${texts.labels.testCards}</h2>
    ${testCardsList(texts)}
  </section>
</div>`,
    })
  }

const optionsForm = (
  demo: GatewayTexts['demo'],
  publishableKey: string,
): Html => html`<form id="options" class="card" data-publishable-key="${publishableKey}">
      <h2>${demo.options}</h2>
      <label>${demo.theme}
        <select name="theme"><option value="light">${demo.light}</option><option value="dark">${demo.dark}</option></select>
      </label>
      <label>${demo.accent} <input name="accentColor" type="color" value="#0b3f6e"></label>
      <label>${demo.identity} <input name="identity_number" value="0801-1990-12345" autocomplete="off"></label>
      <label class="check"><input name="saveCard" type="checkbox"> ${demo.saveCard}</label>
      <button class="action">${demo.mount}</button>
    </form>`

/** The script inserts the token; a secret key must not appear on a page (5.3). */
const confirmCommand = (demo: { publishableKey: string; publicUrl: string }): string =>
  `curl ${sandboxUrls(demo.publicUrl).embed}/confirm \\
  -H 'Authorization: Bearer <SECRET_KEY>' \\
  -H 'Content-Type: application/json' \\
  -d '{"amount": 100, "currency_code": "HNL",
       "payment_token": "tok_…",
       "publishable_key": "${demo.publishableKey}"}'`
