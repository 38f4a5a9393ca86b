import type { OrderRow, RefundRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import type { RefundId, StoreId } from '../../domain/ids.ts'
import type { Rights } from '../../domain/rights.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import {
  addLine,
  addNotifications,
  addRefund,
  addTaskToChanges,
  updateRefund,
} from '../orders/change-held.ts'
import { decideOrder, type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { closeRefundAlerts } from '../orders/refunds/refund-alerts.ts'
import {
  endAsCancelled,
  endAsSucceeded,
  lineOfRefund,
  refundIdFrom,
} from '../orders/refunds/refund-transitions.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { newCarryOutRefundTask } from '../ports/tasks/payment-tasks.ts'
import {
  decideCancellation,
  decideResolution,
  type RefundResolution,
  type ResolutionRefusal,
} from './rules/decide-answer.ts'

interface RefundOfOrder {
  storeId: StoreId
  orderExternalId: string
  /** The store may have lost the response with the id. */
  target: { by: 'id'; refundId: RefundId } | { by: 'key'; idempotencyKey: string }
}

type Unknown = { outcome: 'no-such-order' } | { outcome: 'no-such-refund' }

const decideRefund = async <T>(
  ctx: PaymentsContext,
  { storeId, orderExternalId, target }: RefundOfOrder,
  decide: (held: HeldOrder, refund: RefundRow) => T,
): Promise<T | Unknown> => {
  const known = await findOrderOfStore(ctx.db.query, storeId, orderExternalId)
  if (!known) return { outcome: 'no-such-order' }
  return decideOrder(ctx, known.id, (held): T | Unknown => {
    const refund = held.refunds.find(({ id, idempotency_key }) =>
      target.by === 'id' ? id === target.refundId : idempotency_key === target.idempotencyKey,
    )
    return refund ? decide(held, refund) : { outcome: 'no-such-refund' }
  })
}

export type CancelRefundOutcome =
  | { outcome: 'cancelled'; order: OrderRow; refund: RefundRow }
  /** A request is in flight, or the refund has another outcome. */
  | { outcome: 'too-late'; refund: RefundRow }
  | Unknown

/**
 * Cancels a waiting refund, never one in flight. Also cancels a refund that has not shown for a day,
 * after an operator's search.
 */
export const cancelWaitingRefund = (
  ctx: PaymentsContext,
  about: RefundOfOrder,
): Promise<CancelRefundOutcome> =>
  decideRefund(ctx, about, (held, refund): CancelRefundOutcome => {
    switch (decideCancellation(refund, held.now).outcome) {
      case 'known':
        return { outcome: 'cancelled', order: held.order, refund }
      case 'too-late':
        return { outcome: 'too-late', refund }
      case 'cancel': {
        const cancelled = endAsCancelled(held, refund.id)
        // The policy may have another charge to refund.
        applyDerivedStatus(held)
        return { outcome: 'cancelled', order: held.order, refund: cancelled }
      }
    }
  })

export type ResolveRefundOutcome =
  | { outcome: 'resolved'; order: OrderRow; refund: RefundRow }
  | (ResolutionRefusal & { refund: RefundRow })
  | Unknown

/**
 * Applies an operator's answer. `already_made`: a portal refund was this one, so Puente splits its
 * row and sends nothing. `refund_anyway`: portal refunds are different ones, so Puente sends this
 * one.
 */
export const resolveRefund = (
  ctx: PaymentsContext,
  {
    refundId,
    resolution,
    refundLimit,
    ...about
  }: Omit<RefundOfOrder, 'target'> & {
    refundId: RefundId
    resolution: RefundResolution
    refundLimit: Rights['refundLimit']
  },
): Promise<ResolveRefundOutcome> =>
  decideRefund(
    ctx,
    { ...about, target: { by: 'id', refundId } },
    (held, refund): ResolveRefundOutcome => {
      const payment = paymentOf(held, refund.payment_id)
      const decided = decideResolution(refund, resolution, { ...held, payment, refundLimit })
      switch (decided.outcome) {
        case 'known':
          return resolved(held, refund)
        case 'claim':
          return resolved(held, claimPortalRefund(held, refund, decided.portal))
        case 'send':
          return resolved(held, sendConfirmed(held, refund, decided.confirmedIds))
        default:
          return { ...decided, refund }
      }
    },
  )

const resolved = ({ order }: HeldOrder, refund: RefundRow): ResolveRefundOutcome => ({
  outcome: 'resolved',
  order,
  refund,
})

const claimPortalRefund = (held: HeldOrder, refund: RefundRow, portal: RefundRow): RefundRow => {
  updateRefund(held, portal.id, { state: 'cancelled' })
  const restMinor = portal.amount_minor - refund.amount_minor
  if (restMinor > 0n) {
    const id = refundIdFrom(`${portal.id}:rest`)
    addRefund(held, { ...portal, id, amount_minor: restMinor })
  }
  const made = endAsSucceeded(held, { id: refund.id, kind: 'refund' })
  const key = `order.updated:${refund.id}:already_made`
  const { current_payment_id: paymentId } = held.order
  addNotifications(held, [{ type: 'order.updated', paymentId, key }])
  return made
}

/** Confirms portal refunds as different ones and discards the refund's own sends. */
const sendConfirmed = (
  held: HeldOrder,
  refund: RefundRow,
  confirmedIds: readonly RefundId[],
): RefundRow => {
  for (const id of confirmedIds) updateRefund(held, id, { confirmed_at: held.now })
  const ready = updateRefund(held, refund.id, {
    state: 'pending',
    needs_attention: null,
    sends: [],
    readings: [],
  })
  closeRefundAlerts(held, refund.id)
  addLine(held, lineOfRefund(ready, 'refund_pending'))
  addTaskToChanges(held, newCarryOutRefundTask(ready, held))
  return ready
}
