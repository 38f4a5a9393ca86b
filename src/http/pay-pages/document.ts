import type { Locale } from '../../db/tables/stores.ts'
import { type Html, html } from '../../runtime/html.ts'
import { labels } from './texts.ts'

/** The name of a shop, and whether its payments move no money. */
export interface ShopOnPage {
  name: string
  isTest: boolean
}

/** A customer's page as a document: one card, below it the same in the other language. */
export const renderDocument = ({
  locale,
  title,
  shop,
  theme,
  head,
  card,
  otherLanguageUrl,
}: {
  locale: Locale
  title: string
  shop?: ShopOnPage | undefined
  /** Unless it is as the customer's device is set. */
  theme?: 'light' | 'dark' | undefined
  head?: Html | undefined
  card: Html
  otherLanguageUrl: string
}): string => {
  const label = labels[locale]
  const other = locale === 'es' ? 'en' : 'es'
  return html`<!doctype html>
<html lang="${locale}"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${shop ? `${title} · ${shop.name}` : title}</title>
<link rel="icon" href="/pay/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pay/assets/pay.css">
${head}
</head>
<body>
${shop?.isTest && html`<header class="test"><p>${label.test}</p></header>`}
<main class="card">
${shop && html`<p class="shop">${shop.name}</p>`}
<p id="news" class="hidden" role="status"></p>
${card}
</main>
<footer><a href="${otherLanguageUrl}" lang="${other}" hreflang="${other}">${label.other}</a></footer>
</body>
</html>
`.markup
}
