import type { ShopGraphql } from './client.ts'
import type { CallLimits } from './throttle.ts'

/** A shop whose calls all have these limits. */
export const limited = <Shop extends { graphql: ShopGraphql }>(
  shop: Shop,
  limits: CallLimits,
): Shop => ({
  ...shop,
  graphql: (operation, variables) => shop.graphql(operation, variables, limits),
})

/**
 * A notification is given up after half a minute, and another one may begin: whatever changes the shop has
 * begun before, with time for its answer.
 */
const NOTIFYING_MS = 18_000

/** A shop as long as it is told one thing. */
export const forOneNotification = <Shop extends { graphql: ShopGraphql }>(shop: Shop): Shop =>
  limited(shop, { endsAt: performance.now() + NOTIFYING_MS })
