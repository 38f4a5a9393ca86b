import type { Request, Response } from 'express'
import { html } from '../../../src/runtime/http/page/html.ts'
import { sendPage } from '../../onboarding/send-page.ts'
import { stateCard } from '../../onboarding/state-card.ts'
import { readShopName } from '../shops/shop-name.ts'
import { SHOPIFY_TEXTS } from '../texts.ts'
import { ASSETS_PATH, installUrl, sendInstallProblem } from './install-page.ts'
import { localeOfAdmin } from './language.ts'

export const OWN_PAGE_PATH = '/shopify/app/own'

/** Puts the token into the fragment, which browsers keep out of logs and referrers. */
export const ownPageUrl = (shop: string, token: string): string =>
  `${OWN_PAGE_PATH}?shop=${shop}#${token}`

/**
 * Sends a payments app's own page: since 30 April 2025 Shopify does not embed such apps in its
 * admin. https://shopify.dev/changelog/payment-apps-can-no-longer-be-embedded-in-the-shopify-admin
 */
export const sendOwnPage = (request: Request, response: Response): void => {
  const shop = readShopName(request.query.shop)
  if (!shop) {
    sendInstallProblem(request, response, 'bad_shop')
    return
  }
  const locale = localeOfAdmin(request)
  const { openingAlone, openAgain } = SHOPIFY_TEXTS[locale].install
  const link = { url: installUrl(shop), label: openAgain }
  response.set('cache-control', 'no-store')
  sendPage(response, {
    locale,
    title: openingAlone.title,
    assetsPath: ASSETS_PATH,
    head: html`<script src="${ASSETS_PATH}/app.js" type="module"></script>`,
    card: html`<div id="app" data-alone>${stateCard({ mark: 'confirming', ...openingAlone, links: [link] })}</div>`,
    path: OWN_PAGE_PATH,
    query: { shop },
  })
}
