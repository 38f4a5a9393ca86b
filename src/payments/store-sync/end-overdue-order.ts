import type { OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { paymentsOfOrder } from '../../db/payments.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { addMs } from '../../runtime/clock.ts'
import { openAttempts, refreshPayments } from '../inbound/refresh-payments.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { addLine, addTask, updateOrder } from '../orders/change-held.ts'
import { decideOrder } from '../orders/held-order.ts'
import { isOpen } from '../orders/rules/is-open.ts'
import { mayStillBePaid } from '../orders/rules/still-payable.ts'
import type { PaymentsContext } from '../ports/context.ts'
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
export const endOverdueOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  known: OrderRow,
): Promise<void> => {
  if (!isOpen(known)) return
  const open = openAttempts(await paymentsOfOrder(ctx.db.query, known.id))
  const failure = await refreshPayments(ctx, store, open)
  await decideOrder(ctx, known.id, (held) => {
    const { order, now } = held
    if (!isOpen(order)) return
    const payable = held.payments.filter(mayStillBePaid)
    if (failure || payable.length > 0) {
      const runAt = nextLook(now, { failure, payable })
      addTask(held, taskToSyncStoreOrder(order, { runAt, now }))
      return
    }
    const ended = { cancelled_at: now, cancelled_by: 'policy', time_over_at: now } as const
    updateOrder(held, ended)
    addLine(held, { kind: 'order_cancelled', details: { by: 'policy' } })
    applyDerivedStatus(held, { orderBefore: order })
  })
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
