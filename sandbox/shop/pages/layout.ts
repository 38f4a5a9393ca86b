import type { Language } from '../../../src/locales/language.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { renderPageShell } from '../../../src/runtime/http/page/page-shell.ts'
import { SHOP_NAME, SHOP_TEXTS } from '../locales/texts.ts'

export const SHOP_PATH = '/shop'

export interface ShopVisit {
  language: Language
  /** Without the query. */
  path: string
}

export const layout = (
  visit: ShopVisit,
  { title, content, head, wide }: { title: string; content: Html; head?: Html; wide?: boolean },
): string => {
  const { language } = visit
  const t = SHOP_TEXTS[language]
  const other = language === 'es' ? 'en' : 'es'
  return renderPageShell({
    language,
    title: `${title} · ${SHOP_NAME}`,
    stylesheets: [`${SHOP_PATH}/assets/shop.css`],
    icon: `${SHOP_PATH}/assets/icon.svg`,
    head: html`<meta name="theme-color" content="#fbf5ea" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#121614" media="(prefers-color-scheme: dark)">
${head}`,
    body: html`<a class="skip" href="#content">${t.skip}</a>
<header class="top">
  <a class="name" href="${SHOP_PATH}?lang=${language}" lang="es">${SHOP_NAME}</a>
  <nav class="places" aria-label="${SHOP_NAME}">
    <a href="${SHOP_PATH}/cards?lang=${language}">${t.cardsLink}</a>
    <a class="language" href="${visit.path}?lang=${other}" lang="${other}" hreflang="${other}">${t.otherLanguage}</a>
  </nav>
</header>
<main id="content" tabindex="-1"${wide && html` class="wide"`}>
${content}
</main>
<footer class="bottom">
  <p>${t.demoNote}</p>
  <nav aria-label="${t.tagline}">
    <a href="/">${t.ownerLink}</a>
  </nav>
</footer>`,
  })
}

export const orderStateCard = (shown: {
  look: Html
  title: string
  message: string
  more?: Html | false
  actions: Html
  summary?: Html
}): Html => html`<section class="card">
  <div ${shown.look}>
    <span class="mark" aria-hidden="true"></span>
    <h1 tabindex="-1">${shown.title}</h1>
    <p>${shown.message}</p>
    ${shown.more}
    <div class="actions">${shown.actions}</div>
  </div>
  ${shown.summary}
</section>`

export const payingStyle = html`<link rel="stylesheet" href="${SHOP_PATH}/assets/paying.css">`

/** `saving` adds the card that declines once saved. */
export const testCards = (language: Language, trying?: 'saving'): Html => {
  const t = SHOP_TEXTS[language]
  return html`<section class="try" aria-labelledby="try">
  <div>
    <h2 id="try">${t.tryIt}</h2>
    <p>${t.tryItHint} ${t.anyExpiry}</p>
  </div>
  <dl>
    <div class="good"><dt>${t.approvedCard}</dt><dd><code>4111 1111 1111 1111</code></dd></div>
    <div class="bad"><dt>${t.declinedCard}</dt><dd><code>4000 0000 0000 0002</code></dd></div>
    <div class="asks"><dt>${t.challengedCard}</dt><dd><code>4000 0000 0000 3220</code></dd></div>
    ${trying && html`<div class="bad"><dt>${t.declinedLaterCard}</dt><dd><code>4000 0000 0000 0341</code></dd></div>`}
  </dl>
</section>`
}
