import type { OrderRow, PaymentRow } from '../../db/db.ts'
import { lockOrder, updateOrder } from '../../db/orders.ts'
import { addTask } from '../../db/outbox.ts'
import { paymentsOfOrder } from '../../db/payments.ts'
import { findStore } from '../../db/stores.ts'
import { addToTimeline } from '../../db/timeline.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { addMs } from '../../runtime/clock.ts'
import { openAttempts, refreshPayments } from '../inbound/refresh-payments.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { isOpen } from '../orders/rules/is-open.ts'
import { mayStillBePaid } from '../orders/rules/still-payable.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { taskToSyncStoreOrder } from '../ports/tasks/sync-store-order.ts'

/** The gateway marks what has expired every few minutes (`gateway-api.md` 3). */
const ASK_AGAIN_MS = 60_000
/** A key that is refused is for a person to see to. */
const ASK_REFUSED_AGAIN_MS = 15 * 60_000

/**
 * Ends an order that nobody has paid in the time that its store gives for it. The store is notified, and
 * its policy says what becomes of the order there, which may not be undone: so the gateway is asked
 * first whether it was paid. While that is not known, or something can still be paid, it is looked at
 * again later.
 */
export const endOverdueOrder = async (ctx: PaymentsContext, known: OrderRow): Promise<void> => {
  const { query } = ctx.db
  const store = await findStore(query, known.store_id)
  if (!store || !isOpen(known)) return
  const open = openAttempts(await paymentsOfOrder(query, known.id))
  const failure = await refreshPayments(ctx, store, open)
  await query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, known.id)
    if (!isOpen(order)) return
    const now = ctx.clock.now()
    const attempts = await paymentsOfOrder(trx, order.id)
    const payable = attempts.filter(mayStillBePaid)
    if (failure || payable.length > 0) {
      const runAt = nextLook(now, { failure, payable })
      await addTask(trx, taskToSyncStoreOrder(order, { runAt, now }))
      return
    }
    const over = await updateOrder(trx, order.id, {
      cancelled_at: now,
      cancelled_by: 'policy',
      time_over_at: now,
      updated_at: now,
    })
    await addToTimeline(trx, {
      at: now,
      order_id: order.id,
      kind: 'order_cancelled',
      details: { by: 'policy' },
    })
    await applyDerivedStatus(trx, {
      order: over,
      orderBefore: order,
      before: attempts,
      after: attempts,
      now,
    })
  })
  ctx.signals.send(WORK_SIGNAL)
}

/** A checkout that can be paid for long yet is not asked about by the minute. */
const nextLook = (
  now: Date,
  { failure, payable }: { failure: Failure | undefined; payable: readonly PaymentRow[] },
): Date => {
  if (failure && failure.outcome !== 'unreachable') return addMs(now, ASK_REFUSED_AGAIN_MS)
  const ends = payable.map(({ expires_at }) => expires_at?.getTime() ?? 0)
  return addMs(new Date(Math.max(now.getTime(), ...ends)), ASK_AGAIN_MS)
}
