import type { Request, Response } from 'express'
import { html } from '../../../src/runtime/http/page/html.ts'
import { sendPage } from '../../onboarding/send-page.ts'
import { stateCard } from '../../onboarding/state-card.ts'
import type { ShopifyApp } from '../deps.ts'
import { APP_PATH } from '../paths.ts'
import { readShopName } from '../shops/shop-name.ts'
import { SHOPIFY_TEXTS } from '../texts.ts'
import { ASSETS_PATH, installUrl, sendInstallProblem } from './install-page.ts'
import { localeOfAdmin } from './language.ts'
import { adminUrlOf } from './oauth-routes.ts'

const APP_BRIDGE = 'https://cdn.shopify.com/shopifycloud/app-bridge.js'

/** Sends the page shell, which only this shop's admin may embed. */
export const sendFrame = (request: Request, response: Response, app: ShopifyApp): void => {
  const shop = readShopName(request.query.shop)
  if (!shop) {
    sendInstallProblem(request, response, 'bad_shop')
    return
  }
  // Outside the admin: a link, a first installation, or an app that Shopify may not embed.
  if (request.query.embedded !== '1') {
    response.redirect(303, installUrl(shop))
    return
  }
  const locale = localeOfAdmin(request)
  const { opening, openInAdmin } = SHOPIFY_TEXTS[locale].install
  const { host } = request.query
  const link = { url: adminUrlOf(shop, app), label: openInAdmin }
  response.removeHeader('x-frame-options')
  response.set({
    'content-security-policy': framePolicy(shop),
    // The URL contains Shopify's parameters.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  sendPage(response, {
    locale,
    title: opening.title,
    assetsPath: ASSETS_PATH,
    head: html`<meta name="shopify-api-key" content="${app.clientId}">
<script src="${APP_BRIDGE}"></script>
<script src="${ASSETS_PATH}/app.js" type="module"></script>`,
    card: html`<div id="app">${stateCard({ mark: 'confirming', ...opening, links: [link] })}</div>`,
    path: APP_PATH,
    query: { shop, embedded: '1', host: typeof host === 'string' ? host : undefined },
  })
}

const framePolicy = (shop: string): string =>
  [
    "default-src 'none'",
    "script-src 'self' https://cdn.shopify.com",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors https://${shop} https://admin.shopify.com`,
  ].join('; ')
