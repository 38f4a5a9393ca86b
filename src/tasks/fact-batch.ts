import type { ClaimedNotification } from '../db/notifications/notification-claims.ts'
import { readFactsNow, readNotificationFacts } from '../db/notifications/notification-facts.ts'
import type { StoreId } from '../domain/ids.ts'
import type { SendWith } from '../payments/notifications/notify-storefront.ts'
import { storefrontOfOrder } from '../payments/orders/made-at-puente.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import type { Storefront } from '../payments/ports/storefront.ts'

/** Maximum age of a notification's facts. */
const FRESH_MS = 1_000

/**
 * Reads a batch's facts when its first notification is sent, and again for those queued too long.
 * The reader returns `undefined` if the order or store no longer exists.
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
    // Reuses the storefront per store, to open its secrets once.
    const storefront = storefronts.get(facts.store.id) ?? ctx.storefrontOf(facts.store)
    storefronts.set(facts.store.id, storefront)
    return { facts, storefront: storefrontOfOrder(ctx, facts, storefront) }
  }
}
