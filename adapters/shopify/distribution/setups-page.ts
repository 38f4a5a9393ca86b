import { type Request, type Response, Router } from 'express'
import type { Language } from '../../../src/locales/language.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { localeOf, localeOfBrowser } from '../../../src/runtime/http/page/page-language.ts'
import { sendPage } from '../../onboarding/send-page.ts'
import { stateCard } from '../../onboarding/state-card.ts'
import type { ShopifyApp } from '../deps.ts'
import { ASSETS_PATH, installUrl } from '../install/install-page.ts'
import { SETUPS_PATH } from '../paths.ts'
import { readShopName } from '../shops/shop-name.ts'
import { SHOPIFY_TEXTS } from '../texts.ts'
import { DISTRIBUTIONS, type Distribution, type RefusedShop } from './distribution.ts'

const waysUrl = (shop: string): string => `${SETUPS_PATH}?shop=${shop}`

type SetUp = Pick<ShopifyApp, 'distribution'> | undefined

export const setupsPage = (app: SetUp): Router =>
  Router().get(SETUPS_PATH, (request, response) => sendSetups(request, response, { app }))

/** Answers 403 and shows the shop's setups. */
export const sendRefusedShop = (request: Request, response: Response, refused: Setups): void => {
  response.status(403)
  sendSetups(request, response, refused)
}

interface Setups {
  app: SetUp
  refusal?: RefusedShop | undefined
}

const sendSetups = (request: Request, response: Response, { app, refusal }: Setups): void => {
  const locale = localeOf(request, localeOfBrowser(request))
  const shop = readShopName(request.query.shop)
  const texts = SHOPIFY_TEXTS[locale].setups
  const { title } = refusal ? texts.refusals[refusal] : texts
  sendPage(response, {
    locale,
    title,
    assetsPath: ASSETS_PATH,
    card: html`${refusal && refusalCard(locale, refusal)}<div class="connect">
${refusal ? html`<h2>${texts.title}</h2>` : html`<h1>${texts.title}</h1>`}
<p class="soft">${texts.why}</p>
${DISTRIBUTIONS.map((way) => wayCard(way, { locale, shop, app, refusal }))}
</div>`,
    path: refusal ? request.path : SETUPS_PATH,
    query: { shop },
  })
}

/** Renders a refusal; `shop` adds a link to the setups. */
export const refusalCard = (locale: Language, refusal: RefusedShop, shop?: string): Html => {
  const { refusals, seeWays } = SHOPIFY_TEXTS[locale].setups
  const link = shop === undefined ? undefined : { url: waysUrl(shop), label: seeWays }
  return stateCard({ mark: 'not-paid', ...refusals[refusal], links: [link] })
}

const wayCard = (
  way: Distribution,
  { locale, shop, app, refusal }: Setups & { locale: Language; shop: string | undefined },
): Html => {
  const texts = SHOPIFY_TEXTS[locale].setups
  const { title, needs, next } = texts.ways[way]
  const isSetUp = app?.distribution === way
  const isOpen = way === (refusal ? 'one-shop' : app?.distribution)
  return html`<details class="way" name="way"${isOpen && html` open`}>
<summary>${title}</summary>
${isSetUp && html`<p><strong>${texts.isSetUp}</strong></p>`}
<ol>${needs.map((need) => html`<li>${need}</li>`)}</ol>
<p>${next}</p>
${way === 'one-shop' && html`<p><code>npm run stores -- app --shop ${shop ?? 'cafe.myshopify.com'}</code></p>`}
${isSetUp && shop && !refusal && html`<a class="action" href="${installUrl(shop)}">${texts.install}</a>`}
</details>`
}
