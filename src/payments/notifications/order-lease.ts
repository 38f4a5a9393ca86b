import {
  claimNotificationLease,
  endNotificationLease,
} from '../../db/notifications/notification-leases.ts'
import type { OrderId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { Storefront } from '../ports/storefront.ts'

/** Upper bound on a lease, beyond the task timeout: a timed-out notification may still write. */
const LONGEST_NOTIFYING_MS = 60_000

/**
 * Serialises writes to one order, for platforms without compare-and-set: concurrent read-then-write
 * loses updates. Uses a lease; `busy` while another worker holds it.
 */
export const withOrderLease = async <Result>(
  ctx: PaymentsContext,
  { storefront, orderId }: { storefront: Storefront; orderId: OrderId },
  work: () => Promise<Result>,
): Promise<Result | { outcome: 'busy' }> => {
  if (!storefront.serialized) return work()
  const { query } = ctx.db
  const claim = await claimNotificationLease(query, {
    orderId,
    processId: ctx.processId,
    deadProcesses: ctx.processes.dead(),
    atMostMs: LONGEST_NOTIFYING_MS,
  })
  if (claim === undefined) return { outcome: 'busy' }
  try {
    return await work()
  } finally {
    await endNotificationLease(query, { orderId, claim })
  }
}
