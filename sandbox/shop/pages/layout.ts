import type { Language } from '../../../src/locales/language.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
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
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#fbf5ea" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#191411" media="(prefers-color-scheme: dark)">
<title>${title} · ${SHOP_NAME}</title>
<link rel="icon" href="${SHOP_PATH}/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${SHOP_PATH}/assets/shop.css">
${head}
</head>
<body>
<a class="skip" href="#content">${t.skip}</a>
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
    <a href="/docs">${t.docsLink}</a>
  </nav>
</footer>
</body>
</html>
`.markup
}

/** Card with a state, what it means, and the ways on. */
export const orderStateCard = ({
  look,
  title,
  message,
  more,
  actions,
  summary,
}: {
  /** Class and attributes of the state. */
  look: Html
  title: string
  message: string
  more?: Html | false
  actions: Html
  summary?: Html
}): Html => html`<section class="card">
  <div ${look}>
    <span class="mark" aria-hidden="true"></span>
    <h1 tabindex="-1">${title}</h1>
    <p>${message}</p>
    ${more}
    <div class="actions">${actions}</div>
  </div>
  ${summary}
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
