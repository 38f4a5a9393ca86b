import type { RefundRow } from '../../db/db.ts'
import { lockOrder } from '../../db/orders.ts'
import { paymentsOfOrder } from '../../db/payments.ts'
import { findRefund } from '../../db/refunds.ts'
import type { RefundRefusal } from '../../db/tables/refunds.ts'
import { openAlert } from '../alerts/alerts.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { aboutRefund, endAsFailed } from '../orders/refund-transitions.ts'
import { isOver } from '../orders/rules/refund-states.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import { refundDetails } from './refund-details.ts'
import { DONE, type RefundWork } from './refund-work.ts'

/** The gateway will not make it: failed. A person gets an alert, and the order is free for other refunds. */
export const refuseRefund = async (
  work: RefundWork,
  { id, order_id: orderId }: RefundRow,
  refusal: RefundRefusal,
): Promise<TaskOutcome> => {
  const { ctx } = work
  const now = ctx.clock.now()
  await ctx.db.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const latest = await findRefund(trx, id)
    if (!latest || isOver(latest)) return
    const failed = await endAsFailed(trx, id, { refusal, now })
    const details = refundDetails(work, failed, refusal.words)
    await openAlert(trx, { ...aboutRefund(failed, now), kind: 'refund_refused', details })
    // What the store's policy wants refunded besides has its turn now.
    const payments = await paymentsOfOrder(trx, orderId)
    await applyDerivedStatus(trx, { order, before: payments, after: payments, now })
  })
  return DONE
}
