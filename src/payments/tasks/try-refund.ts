import type { DbQuery, RefundRow } from '../../db/db.ts'
import { findRefund } from '../../db/payments/refunds.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import { tasksOfRefunds } from '../../db/tasks/task-history.ts'
import type { OrderId, RefundId } from '../../domain/ids.ts'
import { awaitsApproval } from '../orders/rules/refunds/approval.ts'
import { isOver } from '../orders/rules/refunds/refund-states.ts'
import { replayTask } from '../ports/replay-tasks.ts'
import { carryOutRefundKind, newCarryOutRefundTask } from '../ports/tasks/payment-tasks.ts'
import { tryTaskNow } from './try-now.ts'

export type TryRefundOutcome =
  | { outcome: 'due'; refund: RefundRow }
  /** A worker is trying it at this moment. */
  | { outcome: 'under-way'; refund: RefundRow }
  | { outcome: 'over' | 'awaits-approval'; refund: RefundRow }
  | { outcome: 'no-such-refund' }

/**
 * Makes the next try of an open refund due now, even if its circuit is open. The try follows the
 * refund's rules: it never sends a refund that the gateway may have made sooner than they allow.
 */
export const tryRefundNow = async (
  { query, now, orderId }: { query: DbQuery; now: Date; orderId: OrderId | undefined },
  refundId: RefundId,
): Promise<TryRefundOutcome> => {
  const refund = await findRefund(query, refundId)
  if (!refund || (orderId !== undefined && refund.order_id !== orderId)) {
    return { outcome: 'no-such-refund' }
  }
  if (isOver(refund)) return { outcome: 'over', refund }
  if (awaitsApproval(refund)) return { outcome: 'awaits-approval', refund }
  const trying = { query, now, storeId: refund.store_id }
  const { kind } = carryOutRefundKind
  const openTask = async () =>
    (await tasksOfRefunds(query, { kind, refunds: [refund] })).get(refund.id)
  const task = await openTask()
  if (!task || task.state === 'done') await addTask(query, newCarryOutRefundTask(refund, { now }))
  else if (task.state === 'dead') await replayTask(trying, task.id)
  const open = await openTask()
  const tried = open && (await tryTaskNow(trying, open.id))
  return { outcome: tried?.outcome === 'due' ? 'due' : 'under-way', refund }
}
