import type { NoteCall } from '../../adapter.ts'
import type { ShopGraphql } from './client.ts'
import type { CallLimits } from './throttle.ts'

/** Applies limits to all calls of a shop. */
export const limited = <Shop extends { graphql: ShopGraphql }>(
  shop: Shop,
  limits: CallLimits,
): Shop => ({
  ...shop,
  graphql: (operation, variables) => shop.graphql(operation, variables, limits),
})

/**
 * A notification times out after 30 s and another may start, so every change begins early enough
 * for its response.
 */
const NOTIFYING_MS = 18_000

/** Applies the deadline of one notification, and notes its calls. */
export const forOneNotification = <Shop extends { graphql: ShopGraphql }>(
  shop: Shop,
  noteCall?: NoteCall,
): Shop => limited(shop, { endsAt: performance.now() + NOTIFYING_MS, noteCall })
