import type { OrderRow } from '../../ledger/ledger.ts'
import { lockOrder, updateOrder } from '../../ledger/orders.ts'
import { paymentsOfOrder } from '../../ledger/payments.ts'
import { addToTimeline } from '../../ledger/timeline.ts'
import { addMs } from '../../platform/clock.ts'
import { isOpen } from '../cancel-order.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../context.ts'
import { planToLookAtStoreOrder } from '../follow-ups.ts'
import { settleOrder } from '../record-observation.ts'
import { isOpenCharge } from '../rules/unresolved-charge.ts'

const CHARGE_UNDER_WAY_MS = 60_000

/**
 * Ends an order that nobody has paid in the time that its store gives for it. The store is told, and
 * its policy says what becomes of the order there. While a charge is under way, it is looked at again.
 */
export const endOverdueOrder = async (ctx: PaymentsContext, known: OrderRow): Promise<void> => {
  await ctx.ledger.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, known.id)
    if (!isOpen(order)) return
    const now = ctx.clock.now()
    const attempts = await paymentsOfOrder(trx, order.id)
    if (attempts.some(isOpenCharge)) {
      await planToLookAtStoreOrder(trx, order, { runAt: addMs(now, CHARGE_UNDER_WAY_MS), now })
      return
    }
    const over = await updateOrder(trx, order.id, {
      cancelled_at: now,
      time_over_at: now,
      updated_at: now,
    })
    await addToTimeline(trx, {
      at: now,
      order_id: order.id,
      kind: 'order_cancelled',
      details: { by: 'policy' },
    })
    await settleOrder(trx, {
      order: over,
      orderBefore: order,
      before: attempts,
      after: attempts,
      now,
    })
  })
  ctx.signals.send(WORK_SIGNAL)
}
