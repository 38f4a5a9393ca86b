import type { ClaimedNotification } from '../db/notification-claims.ts'
import { readFactsNow, readNotificationFacts } from '../db/notification-facts.ts'
import type { StoreId } from '../domain/ids.ts'
import type { SendWith } from '../payments/notifications/notify-storefront.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import type { Storefront } from '../payments/ports/storefront.ts'

/** What was read so long ago is read anew for those that still wait for their turn. */
const FRESH_MS = 1_000

/**
 * Reads what claimed notifications are sent with together: when the first of them is sent, and once more
 * for those that have waited for long. `undefined`: the order is gone, or its store removed.
 */
export const readTogether = (
  ctx: PaymentsContext,
  claimed: readonly ClaimedNotification[],
): ((task: ClaimedNotification) => Promise<SendWith | undefined>) => {
  const times = new Map(claimed.map(({ order_id, message_at }) => [order_id, message_at]))
  const unsent = new Set(claimed)
  let since = performance.now()
  let reading: ReturnType<typeof readFactsNow> | undefined
  let opened = new Map<StoreId, Storefront>()

  return async (task) => {
    unsent.delete(task)
    if (performance.now() - since > FRESH_MS) {
      const late = new Set([task, ...unsent].map(({ order_id }) => order_id))
      since = performance.now()
      opened = new Map()
      reading = readFactsNow(ctx.db, { orderIds: [...late], now: ctx.clock.now() })
    }
    reading ??= readNotificationFacts(ctx.db.hot.pool, times)
    const storefronts = opened
    const facts = (await reading).get(task.order_id)
    if (!facts) return undefined
    // The secrets of a store are opened once for all of them.
    const storefront = storefronts.get(facts.store.id) ?? ctx.storefrontOf(facts.store)
    storefronts.set(facts.store.id, storefront)
    return { facts, storefront }
  }
}
