import type { ClaimedNotification } from '../db/notification-claims.ts'
import type { OrderId } from '../domain/ids.ts'
import { type FactsAt, readFactsAt, readFactsNow } from '../payments/notifications/read-facts.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'

/** What was read so long ago is read anew for those that still wait for their turn. */
const FRESH_MS = 1_000

/**
 * Reads the facts of claimed notifications together: once, when the first of them is sent, and once more
 * for those that have waited for long. `undefined`: the order is gone.
 */
export const factsOfClaim = (
  ctx: PaymentsContext,
  claimed: readonly ClaimedNotification[],
): ((task: ClaimedNotification) => Promise<FactsAt | undefined>) => {
  const unsent = new Map(
    claimed.flatMap(({ about, message_at: at }) => (about && at ? [[about, at]] : [])),
  )
  let reading: Promise<Map<OrderId, FactsAt>> | undefined
  let readAt = performance.now()

  return async ({ about }) => {
    if (about === null) return undefined
    const isOld = performance.now() - readAt > FRESH_MS
    if (isOld) readAt = performance.now()
    if (isOld) reading = readFactsNow(ctx, [...new Set([...unsent.keys(), about])])
    else reading ??= readFactsAt(ctx, new Map(unsent))
    unsent.delete(about)
    return (await reading).get(about)
  }
}
