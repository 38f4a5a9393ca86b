import type { ClaimedNotification } from '../db/notification-claims.ts'
import { storesByIds } from '../db/stores.ts'
import type { OrderId } from '../domain/ids.ts'
import { type FactsAt, readFactsAt, readFactsNow } from '../payments/notifications/read-facts.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import type { Storefront } from '../payments/ports/storefront.ts'

/** What was read so long ago is read anew for those that still wait for their turn. */
const FRESH_MS = 1_000

/** What a notification is sent with. */
export interface SendWith {
  storefront: Storefront
  /** `undefined`: the order is gone. */
  facts(): Promise<FactsAt | undefined>
}

/**
 * Reads what claimed notifications are sent with together: when the first of them is sent, and once more
 * for those that have waited for long. `undefined`: the store is removed.
 */
export const readTogether = (
  ctx: PaymentsContext,
  claimed: readonly ClaimedNotification[],
): ((task: ClaimedNotification) => Promise<SendWith | undefined>) => {
  const times = new Map(
    claimed.flatMap(({ about, message_at: at }) => (about && at ? [[about, at]] : [])),
  )
  const unsent = new Set(claimed)
  let reading = readingOf(ctx, claimed, () => readFactsAt(ctx, times))

  return async (task) => {
    if (performance.now() - reading.since > FRESH_MS) {
      const late = [...unsent, task]
      const orderIds = [...new Set(late.flatMap(({ about }) => about ?? []))]
      reading = readingOf(ctx, late, () => readFactsNow(ctx, orderIds))
    }
    unsent.delete(task)
    const { storefronts, facts } = reading
    const storefront = (await storefronts()).get(task.store_id)?.()
    if (!storefront) return undefined
    return {
      storefront,
      facts: async () => (task.about === null ? undefined : (await facts()).get(task.about)),
    }
  }
}

const readingOf = (
  ctx: PaymentsContext,
  tasks: readonly ClaimedNotification[],
  readFacts: () => Promise<Map<OrderId, FactsAt>>,
) => ({
  since: performance.now(),
  facts: once(readFacts),
  storefronts: once(async () => {
    const ids = [...new Set(tasks.map((task) => task.store_id))]
    const stores = await storesByIds(ctx.db.query, ids)
    // A store whose secrets cannot be opened keeps no other from being notified.
    return new Map(stores.map((store) => [store.id, once(() => ctx.storefrontOf(store))]))
  }),
})

/** Does something when it is wanted first. */
const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
