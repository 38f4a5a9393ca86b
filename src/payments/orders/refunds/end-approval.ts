import type { RefundRow } from '../../../db/db.ts'
import type { RefundApproval } from '../../../db/tables/refunds.ts'
import type { Actor } from '../../../domain/actor.ts'
import { newCarryOutRefundTask } from '../../ports/tasks/payment-tasks.ts'
import { addLine, addTaskToChanges, updateRefund } from '../change-held.ts'
import type { HeldOrder } from '../held-order.ts'
import { closeRefundAlerts } from './refund-alerts.ts'
import { decidedApproval } from './refund-approval.ts'
import { endAsCancelled, lineOfRefund } from './refund-transitions.ts'

/** Sends a refund that a second person approved. */
export const approve = (held: HeldOrder, refund: RefundRow, by: Actor): RefundRow => {
  const approved = updateRefund(held, refund.id, {
    state: 'pending',
    approval: decidedApproval(held, refund, { state: 'approved', decided_by: by, why: null }),
  })
  addLine(held, lineOfRefund(approved, 'refund_approved'))
  closeRefundAlerts(held, refund.id)
  addTaskToChanges(held, newCarryOutRefundTask(approved, held))
  return approved
}

/** Ends a refund that no second person approved. */
export const endWithoutApproval = (
  held: HeldOrder,
  refund: RefundRow,
  decision: Pick<RefundApproval, 'decided_by' | 'why'> & { state: 'rejected' | 'expired' },
): RefundRow => {
  const ended = updateRefund(held, refund.id, { approval: decidedApproval(held, refund, decision) })
  addLine(held, lineOfRefund(ended, `refund_${decision.state}`))
  return endAsCancelled(held, refund.id)
}
