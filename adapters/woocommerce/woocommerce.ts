import { Router } from 'express'
import type { Core, PlatformRoutes } from '../adapter.ts'
import { connectionRoutes } from './connect/connection-routes.ts'
import type { ConnectionDeps } from './connect/visit.ts'
import { abandonOrders } from './http/abandoned-orders.ts'
import { askOrders } from './http/ask-orders.ts'
import { payOrder } from './http/checkouts.ts'
import { connectionTest } from './http/connection-test.ts'
import { restoreRefundRow } from './http/deleted-refunds.ts'
import { disconnect } from './http/disconnection.ts'
import { erasePersonalData, exportPersonalData } from './http/personal-data.ts'
import { readAttentionOfPlugin, readOrderOfPlugin } from './http/shop-orders.ts'
import { pluginAuthentication } from './http/signed-calls.ts'
import { wooWebhookRoute } from './http/webhook-route.ts'
import { WOOCOMMERCE_WEBHOOKS_PATH } from './webhooks/register-webhooks.ts'

/** Serves plugin calls, store webhooks and connection pages. */
export const woocommerceRoutes = (
  core: Core,
  deps: Omit<ConnectionDeps, 'ctx'>,
): PlatformRoutes => ({
  routes: [
    payOrder,
    abandonOrders,
    askOrders,
    restoreRefundRow,
    readOrderOfPlugin,
    readAttentionOfPlugin,
    connectionTest(deps),
    disconnect(deps),
    exportPersonalData,
    erasePersonalData,
  ],
  signedCalls: pluginAuthentication(core, deps),
  router: Router()
    .use(wooWebhookRoute(core, deps.open))
    .use(connectionRoutes({ ...deps, ctx: core })),
  webhooks: WOOCOMMERCE_WEBHOOKS_PATH,
  assets: '/woocommerce/connections/assets',
})
