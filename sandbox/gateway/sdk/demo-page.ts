import { type Html, html } from '../../../src/runtime/html.ts'
import { addressesOf } from '../addresses.ts'
import { inGroupsOfFour, testCardList } from '../cards.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Language } from '../language.ts'
import { readerOf } from '../pages/document.ts'
import { type DemoTexts, demoTextsIn } from './demo-texts.ts'

const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `GET /sdk`: where a developer tries the component before writing a page for it. */
export const demoPage =
  ({ publishableKey, publicUrl }: { publishableKey: string; publicUrl: string }) =>
  (request: HttpRequest): Reply => {
    const { language } = readerOf(request)
    const texts = demoTextsIn(language)
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': SECURITY_POLICY,
        'cache-control': 'no-store',
        'content-language': language,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Language',
      },
      body: html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sdk/assets/demo.css">
<script defer src="/sdk/v1/connect.js"></script>
<script defer src="/sdk/assets/demo.js"></script>
</head>
<body data-publishable-key="${publishableKey}">
<header>
  <p><strong>${texts.sandbox}.</strong> ${texts.sandboxHint}</p>
  <nav><a href="/?lang=${language}">${texts.home}</a> ${languageLink(language, texts)}</nav>
</header>
<main>
  <h1>${texts.title}</h1>
  <p class="mild">${texts.intro}</p>
  <div class="columns">
    ${optionsForm(texts)}
    <section aria-labelledby="component">
      <h2 id="component">${texts.component}</h2>
      <div id="card"></div>
      <button id="submit" type="button" disabled>${texts.submit}</button>
    </section>
    <section aria-labelledby="events-title">
      <h2 id="events-title">${texts.events}</h2>
      <ol id="events" role="log"><li class="mild">${texts.none}</li></ol>
      <h2>${texts.next}</h2>
      <p class="mild">${texts.nextHint}</p>
      <pre tabindex="0"><code id="confirm">${confirmCommand({ publishableKey, publicUrl })}</code></pre>
    </section>
    ${testCards(language, texts)}
  </div>
</main>
</body>
</html>
`.markup,
    }
  }

const languageLink = (language: Language, { otherLanguage }: DemoTexts): Html => {
  const other = language === 'es' ? 'en' : 'es'
  return html`<a href="?lang=${other}" hreflang="${other}" lang="${other}">${otherLanguage}</a>`
}

const optionsForm = (texts: DemoTexts): Html => html`<form id="options">
      <h2>${texts.options}</h2>
      <label>${texts.theme}
        <select name="theme"><option value="light">${texts.light}</option><option value="dark">${texts.dark}</option></select>
      </label>
      <label>${texts.accent} <input name="accentColor" type="color" value="#1d4ed8"></label>
      <label>${texts.identity} <input name="identity_number" value="0801-1990-12345" autocomplete="off"></label>
      <label class="check"><input name="saveCard" type="checkbox"> ${texts.saveCard}</label>
      <button>${texts.mount}</button>
    </form>`

/** The token is put in by the page's script; the secret key is nothing for a page (5.3). */
const confirmCommand = (demo: { publishableKey: string; publicUrl: string }): string =>
  `curl ${addressesOf(demo.publicUrl).embed}/confirm \\
  -H 'Authorization: Bearer <SECRET_KEY>' \\
  -H 'Content-Type: application/json' \\
  -d '{"amount": 100, "currency_code": "HNL",
       "payment_token": "tok_…",
       "publishable_key": "${demo.publishableKey}"}'`

const testCards = (
  language: Language,
  texts: DemoTexts,
): Html => html`<section aria-labelledby="cards">
      <h2 id="cards">${texts.cards}</h2>
      <p class="mild">${texts.cardsHint}</p>
      <ul class="cards">${testCardList().map(
        ({ number, means }) =>
          html`<li><code>${inGroupsOfFour(number)}</code> <span class="mild">${means[language]}</span></li>`,
      )}</ul>
    </section>`
