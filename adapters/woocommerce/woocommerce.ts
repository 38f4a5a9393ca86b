import { Router } from 'express'
import type { PlatformDoors } from '../../src/http/platform-doors.ts'
import type { PaymentsContext } from '../../src/payments/context.ts'
import { payOrder } from './http/checkouts.ts'
import { connectionTest } from './http/connection-test.ts'
import { pluginCalls } from './http/signed-calls.ts'
import { webhookRoute } from './http/webhook-route.ts'
import type { WooCommerceDeps } from './reach.ts'

/** What WooCommerce stores find at the web role: the plugin's routes, and the store's webhooks. */
export const woocommerceDoors = (ctx: PaymentsContext, deps: WooCommerceDeps): PlatformDoors => ({
  routes: [payOrder, connectionTest(deps)],
  signedCalls: pluginCalls(ctx, deps.open),
  router: Router().use(webhookRoute(ctx, deps.open)),
})
