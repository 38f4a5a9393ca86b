import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { sandboxUrls } from '../addresses.ts'
import { inGroupsOfFour, testCardList } from '../cards.ts'
import { STYLESHEET_PATH } from '../checkout/page.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { SandboxLanguage } from '../language.ts'
import { documentReply, readerOf } from '../pages/document.ts'
import { type DemoTexts, demoTextsIn } from './demo-texts.ts'

/** `GET /sdk`: playground for developers. */
export const demoPage =
  ({ publishableKey, publicUrl }: { publishableKey: string; publicUrl: string }) =>
  (request: HttpRequest): Reply => {
    const reader = readerOf(request)
    const { language } = reader
    const texts = demoTextsIn(language)
    return documentReply({
      reader,
      status: 200,
      title: texts.title,
      stylesheets: [STYLESHEET_PATH, '/sdk/assets/demo.css'],
      scripts: ['/sdk/v1/connect.js', '/sdk/assets/demo.js'],
      policy: { 'script-src': "'self'", 'frame-src': "'self'", 'form-action': "'none'" },
      content: html`<h1>${texts.title}</h1>
<p class="mild">${texts.intro} <a href="/?lang=${language}">${texts.home}</a></p>
<div class="demo">
  ${optionsForm(texts, publishableKey)}
  <section class="card" aria-labelledby="component">
    <h2 id="component">${texts.component}</h2>
    <div id="card"></div>
    <button id="submit" type="button" class="action" disabled>${texts.submit}</button>
  </section>
  <section class="card" aria-labelledby="events-title">
    <h2 id="events-title">${texts.events}</h2>
    <ol id="events" role="log"><li class="mild">${texts.none}</li></ol>
    <h2>${texts.next}</h2>
    <p class="mild">${texts.nextHint}</p>
    <pre tabindex="0"><code id="confirm">${confirmCommand({ publishableKey, publicUrl })}</code></pre>
  </section>
  ${testCards(language, texts)}
</div>`,
    })
  }

const optionsForm = (
  texts: DemoTexts,
  publishableKey: string,
): Html => html`<form id="options" class="card" data-publishable-key="${publishableKey}">
      <h2>${texts.options}</h2>
      <label>${texts.theme}
        <select name="theme"><option value="light">${texts.light}</option><option value="dark">${texts.dark}</option></select>
      </label>
      <label>${texts.accent} <input name="accentColor" type="color" value="#0b3f6e"></label>
      <label>${texts.identity} <input name="identity_number" value="0801-1990-12345" autocomplete="off"></label>
      <label class="check"><input name="saveCard" type="checkbox"> ${texts.saveCard}</label>
      <button class="action">${texts.mount}</button>
    </form>`

/** The script inserts the token; a secret key must not appear on a page (5.3). */
const confirmCommand = (demo: { publishableKey: string; publicUrl: string }): string =>
  `curl ${sandboxUrls(demo.publicUrl).embed}/confirm \\
  -H 'Authorization: Bearer <SECRET_KEY>' \\
  -H 'Content-Type: application/json' \\
  -d '{"amount": 100, "currency_code": "HNL",
       "payment_token": "tok_…",
       "publishable_key": "${demo.publishableKey}"}'`

const testCards = (
  language: SandboxLanguage,
  texts: DemoTexts,
): Html => html`<section class="card tests" aria-labelledby="cards">
      <h2 id="cards">${texts.cards}</h2>
      <p>${texts.cardsHint}</p>
      <ul>${testCardList().map(
        ({ number, means }) =>
          html`<li><code>${inGroupsOfFour(number)}</code> <span>${means[language]}</span></li>`,
      )}</ul>
    </section>`
