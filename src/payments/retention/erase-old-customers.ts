import { deleteOldNotesWithoutOrders } from '../../db/customers/customer-notes.ts'
import { lockOldOrdersToErase } from '../../db/privacy/people-of-orders.ts'
import type { OrderId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { eraseLockedOrders } from '../privacy/erase-orders.ts'

const BATCH = 200

/**
 * Erases the customers of orders from before `before`. Orders with something in flight wait for the
 * next run.
 */
export const eraseOldCustomers = async (
  ctx: Pick<PaymentsContext, 'db' | 'clock' | 'log' | 'platforms'>,
  { before }: { before: Date },
): Promise<number> => {
  let erased = 0
  for (let after: OrderId | undefined; ; ) {
    const batch = await ctx.db.long.query.transaction().execute(async (trx) => {
      const orders = await lockOldOrdersToErase(trx, { before, after, limit: BATCH })
      if (orders.length > 0) await eraseLockedOrders(trx, ctx, { orders, reason: 'retention' })
      return orders
    })
    erased += batch.length
    after = batch.at(-1)?.id
    if (batch.length < BATCH) break
  }
  // A shop may have changed the order's customer since the note.
  await deleteOldNotesWithoutOrders(ctx.db.long.query, before)
  if (erased > 0) ctx.log.info({ orders: erased }, 'customers of old orders erased')
  return erased
}
