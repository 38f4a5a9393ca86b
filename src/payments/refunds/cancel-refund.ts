import type { OrderRow, RefundRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import type { RefundId, StoreId } from '../../domain/ids.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { decideOrder } from '../orders/held-order.ts'
import { endAsCancelled } from '../orders/refunds/refund-transitions.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { isOverdueToBeShown } from './rules/refund-waits.ts'

export type CancelRefundOutcome =
  | { outcome: 'cancelled'; order: OrderRow; refund: RefundRow }
  | { outcome: 'no-such-order' }
  | { outcome: 'no-such-refund' }
  /** A request is in flight, or the refund has another outcome. */
  | { outcome: 'too-late'; refund: RefundRow }

/** Reports whether no request is out: not accepted yet, or the gateway is unreachable. */
const isUnsent = ({ state }: RefundRow): boolean => state === 'waiting' || state === 'pending'

/**
 * Cancels a waiting refund under the order's lock, so never one in flight. Also cancels a refund
 * that has not shown for a day, after an operator's search.
 */
export const cancelWaitingRefund = async (
  ctx: PaymentsContext,
  {
    storeId,
    orderExternalId,
    target,
  }: {
    storeId: StoreId
    orderExternalId: string
    /** The store may have lost the response with the id. */
    target: { by: 'id'; refundId: RefundId } | { by: 'key'; idempotencyKey: string }
  },
): Promise<CancelRefundOutcome> => {
  const known = await findOrderOfStore(ctx.db.query, storeId, orderExternalId)
  if (!known) return { outcome: 'no-such-order' }
  return decideOrder(ctx, known.id, (held): CancelRefundOutcome => {
    const refund = held.refunds.find((each) =>
      target.by === 'id'
        ? each.id === target.refundId
        : each.idempotency_key === target.idempotencyKey,
    )
    if (!refund) return { outcome: 'no-such-refund' }
    if (refund.state === 'cancelled') return { outcome: 'cancelled', order: held.order, refund }
    if (!isUnsent(refund) && !isOverdueToBeShown(refund, held.now)) {
      return { outcome: 'too-late', refund }
    }
    const cancelled = endAsCancelled(held, refund.id)
    // The policy may have another charge to refund.
    applyDerivedStatus(held)
    return { outcome: 'cancelled', order: held.order, refund: cancelled }
  })
}
