import { fileURLToPath } from 'node:url'
import express, { Router } from 'express'
import type { Core, Inbox, PlatformRoutes } from '../adapter.ts'
import { CONNECTING_ASSETS } from '../onboarding/send-page.ts'
import { readDataRequest } from './compliance/data-requests.ts'
import type { ShopifyDeps } from './deps.ts'
import { setupsPage } from './distribution/setups-page.ts'
import { type AppPageDeps, appPage } from './install/app-page.ts'
import { ASSETS_PATH } from './install/install-page.ts'
import { oauthRoutes } from './install/oauth-routes.ts'
import { payLinkRoute } from './order/payments/pay-link-route.ts'
import { SHOPIFY_WEBHOOKS_PATH } from './paths.ts'
import type { CheckedCertificates } from './payment-sessions/proxies.ts'
import { sessionRoutes } from './payment-sessions/session-routes.ts'
import { wayBack } from './payment-sessions/way-back.ts'
import { shopifyWebhookRoute } from './webhooks/webhook-route.ts'

type RouteDeps = ShopifyDeps & {
  inbox: Inbox
  maxBytes: number
  /** For a payments app. */
  certificates: CheckedCertificates | undefined
} & Pick<AppPageDeps, 'gatewayOf' | 'connectCode'>

/** Serves webhooks, pay links and, with an app, its installation and admin page. */
export const shopifyRoutes = (core: Core, deps: RouteDeps): PlatformRoutes => {
  const { app, inbox, certificates } = deps
  const router = Router()
    .use(shopifyWebhookRoute(core, deps))
    .use(ASSETS_PATH, express.static(OWN_ASSETS), express.static(CONNECTING_ASSETS))
    .use(payLinkRoute(core, deps), setupsPage(app))
  if (app) router.use(oauthRoutes(core, { ...deps, app }), appPage(core, { ...deps, app }))
  if (certificates) router.use(sessionRoutes(core, { inbox, certificates }), wayBack(core))
  return { routes: [readDataRequest], router, webhooks: SHOPIFY_WEBHOOKS_PATH }
}

const OWN_ASSETS = fileURLToPath(new URL('install/assets', import.meta.url))
