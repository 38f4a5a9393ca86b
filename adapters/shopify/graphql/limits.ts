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
 * Notifications time out after 30 s and may start again, so every change begins early enough for
 * its response.
 */
const NOTIFYING_MS = 18_000

/** Applies one notification's deadline, and notes its calls. */
export const forOneNotification = <Shop extends { graphql: ShopGraphql }>(
  shop: Shop,
  noteCall?: NoteCall,
): Shop => limited(shop, { endsAt: performance.now() + NOTIFYING_MS, noteCall })
