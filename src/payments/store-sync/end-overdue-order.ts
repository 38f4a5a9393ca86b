import type { OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { isOrderOpen } from '../../domain/order-status.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { addMs } from '../../runtime/clock.ts'
import { openAttempts, pollOpenAttempts } from '../inbound/refresh-payments.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { addLine, addTaskToChanges, updateOrder } from '../orders/change-held.ts'
import { decideOrder } from '../orders/held-order.ts'
import { mayStillBePaid } from '../orders/rules/charges/open-attempts.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { newSyncStoreOrderTask } from '../ports/tasks/store-tasks.ts'

/** Delay of the next poll: the gateway expires payments every few minutes (`gateway-api.md` 3). */
const POLL_AGAIN_MS = 60_000
/** Slower, because only an operator can replace a refused key. */
const POLL_REFUSED_AGAIN_MS = 15 * 60_000

/**
 * Ends an order unpaid at its store's deadline. Polls the gateway first: the notification may have
 * irrevocable effects at the store. Retries while the outcome is unknown or a payment is possible.
 */
export const endOverdueOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  known: OrderRow,
): Promise<void> => {
  if (!isOrderOpen(known)) return
  const open = openAttempts(await paymentsOfOrder(ctx.db.query, known.id))
  const failure = await pollOpenAttempts(ctx, store, open)
  await decideOrder(ctx, known.id, (held) => {
    const { order, now } = held
    if (!isOrderOpen(order)) return
    const payable = held.payments.filter(mayStillBePaid)
    if (failure || payable.length > 0) {
      const runAt = nextReadAt(now, { failure, payable })
      addTaskToChanges(held, newSyncStoreOrderTask(order, { runAt, now }))
      return
    }
    const ended = { cancelled_at: now, cancelled_by: 'policy', time_over_at: now } as const
    updateOrder(held, ended)
    addLine(held, { kind: 'order_cancelled', details: { by: 'policy' } })
    applyDerivedStatus(held, { orderBefore: order })
  })
}

/** Waits for the last checkout to expire instead of polling by the minute. */
const nextReadAt = (
  now: Date,
  { failure, payable }: { failure: Failure | undefined; payable: readonly PaymentRow[] },
): Date => {
  if (failure && failure.outcome !== 'unreachable') return addMs(now, POLL_REFUSED_AGAIN_MS)
  const ends = payable.map(({ expires_at }) => expires_at?.getTime() ?? 0)
  return addMs(new Date(Math.max(now.getTime(), ...ends)), POLL_AGAIN_MS)
}
