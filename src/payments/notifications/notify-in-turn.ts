import { claimNotificationLease, endNotificationLease } from '../../db/notification-leases.ts'
import type { OrderId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { Storefront } from '../ports/storefront.ts'

/** Longer than a task may take: a notification that was given up still does something. */
const LONGEST_NOTIFYING_MS = 60_000

/**
 * Does what changes an order at its store, where the store needs that one at a time does: it looks
 * first and changes then, and what another one wrote in between would be lost. `busy`: another one is at it.
 */
export const inTurn = async <Result>(
  ctx: PaymentsContext,
  { storefront, orderId }: { storefront: Storefront; orderId: OrderId },
  work: () => Promise<Result>,
): Promise<Result | { outcome: 'busy' }> => {
  if (!storefront.tellsInTurn) return work()
  const { query } = ctx.db
  const claim = await claimNotificationLease(query, {
    orderId,
    processId: ctx.processId,
    gone: ctx.processes.gone(),
    atMostMs: LONGEST_NOTIFYING_MS,
  })
  if (claim === undefined) return { outcome: 'busy' }
  try {
    return await work()
  } finally {
    await endNotificationLease(query, { orderId, claim })
  }
}
