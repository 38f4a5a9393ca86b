import type { StoreRow } from '../../db/db.ts'
import type { StoreBrand } from '../../db/tables/stores.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { type Html, html } from '../../runtime/http/page/html.ts'
import { renderPageShell } from '../../runtime/http/page/page-shell.ts'

export interface ShopOnPage {
  name: string
  isTest: boolean
  brand?: StoreBrand | null | undefined
}

/** Returns a store's name and brand for customers' pages. */
export const shopOnPageOf = ({ name, environment, brand }: ShopRow): ShopOnPage => ({
  name,
  isTest: environment === 'test',
  brand,
})

type ShopRow = Pick<StoreRow, 'name' | 'environment' | 'brand'>

/** Renders one card and a link to the other language; the card alone in a shop's frame. */
export const renderDocument = ({
  locale,
  title,
  shop,
  stylesheets = [],
  theme,
  head,
  card,
  framedBy,
  otherLanguageUrl,
}: {
  locale: Language
  title: string
  shop?: ShopOnPage | undefined
  /** Additional stylesheets of the page. */
  stylesheets?: readonly string[]
  theme?: 'light' | 'dark' | undefined
  head?: Html | undefined
  card: Html
  /** Origin of the shop's page that frames this one. */
  framedBy?: string | undefined
  otherLanguageUrl: string
}): string => {
  const { otherLanguage, payPages } = TEXTS[locale]
  const other = locale === 'es' ? 'en' : 'es'
  const { color, logo } = shop?.brand ?? {}
  return renderPageShell({
    language: locale,
    title: shop ? `${title} · ${shop.name}` : title,
    stylesheets: [
      ...['/pay/assets/design.css', '/pay/assets/pay.css', ...stylesheets],
      ...(color ? [`/brand/${color.slice(1)}.css`] : []),
      ...(framedBy ? ['/pay/assets/framed.css'] : []),
    ],
    theme,
    attributes: framedBy !== undefined && html` data-framed-by="${framedBy}"`,
    icon: '/pay/assets/icon.svg',
    head: html`${framedBy !== undefined && html`<script src="/pay/assets/framed.js" defer></script>`}${head}`,
    body: html`${shop?.isTest && html`<header class="banner"><p>${payPages.labels.test}</p></header>`}
<main class="card">
${shop && !framedBy && html`<p class="shop">${logo && html`<img src="/brand/${logo}" alt="" class="logo">`}${shop.name}</p>`}
<p id="page-status" class="hidden" role="status"></p>
${card}
</main>
${!framedBy && html`<footer><a href="${otherLanguageUrl}" lang="${other}" hreflang="${other}">${otherLanguage}</a></footer>`}`,
  })
}
