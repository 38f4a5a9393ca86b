import type { RefundRow } from '../../db/db.ts'
import type { RefundRefusal } from '../../db/tables/refunds.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { decideOrder } from '../orders/held-order.ts'
import { openRefundAlert } from '../orders/refund-details.ts'
import { endAsFailed } from '../orders/refund-transitions.ts'
import { isOver } from '../orders/rules/refund-states.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import { DONE, type RefundWork } from './refund-work.ts'

/** Fails a refund with an alert and frees the order for other refunds. */
export const refuseRefund = async (
  { ctx }: RefundWork,
  { id, order_id: orderId }: RefundRow,
  refusal: RefundRefusal,
): Promise<TaskOutcome> => {
  await decideOrder(ctx, orderId, (held) => {
    const latest = held.refunds.find((each) => each.id === id)
    if (!latest || isOver(latest)) return
    const failed = endAsFailed(held, id, refusal)
    openRefundAlert(held, failed, { kind: 'refund_refused', words: refusal.words })
    // The policy may have another charge to refund.
    applyDerivedStatus(held)
  })
  return DONE
}
