import type { Request, Response } from 'express'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { sendPage } from '../../onboarding/send-page.ts'
import { stateCard } from '../../onboarding/state-card.ts'
import type { ShopifyApp } from '../deps.ts'
import { APP_PATH } from '../paths.ts'
import { readShopName } from '../shops/shop-name.ts'
import { SHOPIFY_TEXTS } from '../texts.ts'
import { ASSETS_PATH, installUrl, localeOfAdmin, sendInstallProblem } from './install-page.ts'

const APP_BRIDGE = 'https://cdn.shopify.com/shopifycloud/app-bridge.js'

export const adminUrlOf = (shop: string, { clientId }: Pick<ShopifyApp, 'clientId'>): string =>
  `https://${shop}/admin/apps/${clientId}`

/** Sends the page shell, embeddable only in this shop's admin. */
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
  const { host } = request.query
  response.removeHeader('x-frame-options')
  response.set({
    'content-security-policy': framePolicy(shop),
    // The URL contains Shopify's parameters.
    'referrer-policy': 'no-referrer',
  })
  sendShell(request, response, {
    opening: 'opening',
    linkUrl: adminUrlOf(shop, app),
    head: html`<meta name="shopify-api-key" content="${app.clientId}">
<script src="${APP_BRIDGE}"></script>
`,
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

export const OWN_PAGE_PATH = '/shopify/app/own'

/** The fragment keeps the token out of logs and referrers. */
export const ownPageUrl = (shop: string, token: string): string =>
  `${OWN_PAGE_PATH}?shop=${shop}#${token}`

/**
 * Sends a payments app's own page: since 30 April 2025 Shopify's admin does not embed such apps.
 * https://shopify.dev/changelog/payment-apps-can-no-longer-be-embedded-in-the-shopify-admin
 */
export const sendOwnPage = (request: Request, response: Response): void => {
  const shop = readShopName(request.query.shop)
  if (!shop) {
    sendInstallProblem(request, response, 'bad_shop')
    return
  }
  sendShell(request, response, {
    opening: 'openingAlone',
    linkUrl: installUrl(shop),
    path: OWN_PAGE_PATH,
    query: { shop },
  })
}

const sendShell = (
  request: Request,
  response: Response,
  {
    opening,
    linkUrl,
    head,
    ...address
  }: {
    opening: 'opening' | 'openingAlone'
    linkUrl: string
    head?: Html
    path: string
    query: Record<string, string | undefined>
  },
): void => {
  const locale = localeOfAdmin(request)
  const texts = SHOPIFY_TEXTS[locale].install
  const isAlone = opening === 'openingAlone'
  const link = { url: linkUrl, label: isAlone ? texts.openAgain : texts.openInAdmin }
  const { title, message } = texts[opening]
  response.set('cache-control', 'no-store')
  sendPage(response, {
    locale,
    title,
    assetsPath: ASSETS_PATH,
    head: html`${head}<script src="${ASSETS_PATH}/app.js" type="module"></script>`,
    card: html`<div id="app"${isAlone && html` data-alone`}>${stateCard({ mark: 'confirming', title, message, links: [link] })}</div>`,
    ...address,
  })
}
