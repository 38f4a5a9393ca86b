import type { OrderRow, RefundRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders.ts'
import type { RefundId, StoreId } from '../../domain/ids.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { decideOrder } from '../orders/held-order.ts'
import { endAsCancelled } from '../orders/refund-transitions.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { isOverdueToBeShown } from './wait-to-be-shown.ts'

export type CancelRefundOutcome =
  /** Be it that it was cancelled before. */
  | { outcome: 'cancelled'; order: OrderRow; refund: RefundRow }
  | { outcome: 'no-such-order' }
  | { outcome: 'no-such-refund' }
  /** The gateway is being asked for it, or it has come to another end. */
  | { outcome: 'too-late'; refund: RefundRow }

/** The gateway does not do it now, or cannot be asked because it is away. */
const isUnasked = ({ state }: RefundRow): boolean => state === 'waiting' || state === 'pending'

/**
 * Takes a request to refund that only waits off the order. Decides under the order's lock,
 * so that nothing is cancelled that the gateway is asked for at that moment. What it was asked for
 * and has not shown for a day is cancelled as well: then a person has looked for it.
 */
export const cancelWaitingRefund = async (
  ctx: PaymentsContext,
  {
    storeId,
    orderExternalId,
    asked,
  }: {
    storeId: StoreId
    orderExternalId: string
    /** By its id, or by the key under which the shop asked for it: it may not have heard the id. */
    asked: { by: 'id'; refundId: RefundId } | { by: 'key'; idempotencyKey: string }
  },
): Promise<CancelRefundOutcome> => {
  const known = await findOrderOfStore(ctx.db.query, storeId, orderExternalId)
  if (!known) return { outcome: 'no-such-order' }
  return decideOrder(ctx, known.id, (held): CancelRefundOutcome => {
    const refund = held.refunds.find((each) =>
      asked.by === 'id'
        ? each.id === asked.refundId
        : each.idempotency_key === asked.idempotencyKey,
    )
    if (!refund) return { outcome: 'no-such-refund' }
    if (refund.state === 'cancelled') return { outcome: 'cancelled', order: held.order, refund }
    if (!isUnasked(refund) && !isOverdueToBeShown(refund, held.now)) {
      return { outcome: 'too-late', refund }
    }
    const cancelled = endAsCancelled(held, refund.id)
    // What the store's policy wants refunded has its turn now.
    applyDerivedStatus(held)
    return { outcome: 'cancelled', order: held.order, refund: cancelled }
  })
}
