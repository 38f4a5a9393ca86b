import type { RefundRow } from '../../db/db.ts'
import type { RefundRefusal } from '../../db/tables/refunds.ts'
import { opening } from '../alerts/alerts.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { changeAlerts } from '../orders/change-held.ts'
import { decideOrder } from '../orders/held-order.ts'
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
  await decideOrder(work.ctx, orderId, (held) => {
    const latest = held.refunds.find((each) => each.id === id)
    if (!latest || isOver(latest)) return
    const failed = endAsFailed(held, id, refusal)
    const details = refundDetails(work, failed, refusal.words)
    const about = { ...aboutRefund(failed, held.now), kind: 'refund_refused' as const }
    changeAlerts(held, opening({ ...about, details }))
    // What the store's policy wants refunded besides has its turn now.
    applyDerivedStatus(held)
  })
  return DONE
}
