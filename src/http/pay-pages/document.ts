import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { type Html, html } from '../../runtime/http/page/html.ts'
import { renderPageShell } from '../../runtime/http/page/page-shell.ts'

export interface ShopOnPage {
  name: string
  isTest: boolean
}

/** Renders one card and a link to the other language. */
export const renderDocument = ({
  locale,
  title,
  shop,
  theme,
  head,
  card,
  otherLanguageUrl,
}: {
  locale: Language
  title: string
  shop?: ShopOnPage | undefined
  theme?: 'light' | 'dark' | undefined
  head?: Html | undefined
  card: Html
  otherLanguageUrl: string
}): string => {
  const { otherLanguage, payPages } = TEXTS[locale]
  const other = locale === 'es' ? 'en' : 'es'
  return renderPageShell({
    language: locale,
    title: shop ? `${title} · ${shop.name}` : title,
    stylesheets: ['/pay/assets/design.css', '/pay/assets/pay.css'],
    theme,
    icon: '/pay/assets/icon.svg',
    head,
    body: html`${shop?.isTest && html`<header class="banner"><p>${payPages.labels.test}</p></header>`}
<main class="card">
${shop && html`<p class="shop">${shop.name}</p>`}
<p id="page-status" class="hidden" role="status"></p>
${card}
</main>
<footer><a href="${otherLanguageUrl}" lang="${other}" hreflang="${other}">${otherLanguage}</a></footer>`,
  })
}
