import { Router } from 'express'
import type { Inbox, PlatformDoors } from '../../src/http/platform-doors.ts'
import type { PaymentsContext } from '../../src/payments/context.ts'
import type { ShopifyDeps } from './deps.ts'
import { webhookRoute } from './webhooks/webhook-route.ts'

/** What shops of Shopify find at the web role: their webhooks. */
export const shopifyDoors = (
  ctx: PaymentsContext,
  deps: ShopifyDeps & { inbox: Inbox; maxBytes: number },
): PlatformDoors => {
  const appSecrets = deps.app?.secrets ?? []
  return {
    routes: [],
    router: Router().use(webhookRoute(ctx, { ...deps, appSecrets })),
  }
}
