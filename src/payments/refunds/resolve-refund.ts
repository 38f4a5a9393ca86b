import type { OrderRow, RefundRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import type { RefundId } from '../../domain/ids.ts'
import { type Money, moneyFromMinor } from '../../domain/money.ts'
import { isWithinLimit, type Rights } from '../../domain/rights.ts'
import {
  addLine,
  addNotifications,
  addRefund,
  addTaskToChanges,
  updateRefund,
} from '../orders/change-held.ts'
import { decideOrder, type HeldOrder, paymentOf } from '../orders/held-order.ts'
import {
  closeRefundAlerts,
  endAsSucceeded,
  lineOfRefund,
  refundIdFrom,
} from '../orders/refunds/refund-transitions.ts'
import { isUnclaimed } from '../orders/rules/refunds/doubt-of-refund.ts'
import { chargedMinor } from '../orders/rules/refunds/match-refunds.ts'
import { isOver } from '../orders/rules/refunds/refund-states.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { newCarryOutRefundTask } from '../ports/tasks/carry-out-refund.ts'
import { canBeCancelledAfterDoubt } from './rules/repeat-refund.ts'

/** Operator's answer about a refund that may exist already. */
export const REFUND_RESOLUTIONS = ['already_made', 'refund_anyway'] as const
export type RefundResolution = (typeof REFUND_RESOLUTIONS)[number]

export type ResolveRefundOutcome =
  | { outcome: 'resolved'; order: OrderRow; refund: RefundRow }
  | { outcome: 'no-such-order' }
  | { outcome: 'no-such-refund' }
  | { outcome: 'not-in-question'; refund: RefundRow }
  /** Sent less than an hour ago, so it may still show. */
  | { outcome: 'too-early'; refund: RefundRow }
  /** No portal refund is large enough. */
  | { outcome: 'not-at-gateway'; refund: RefundRow }
  | { outcome: 'above-rest'; refund: RefundRow; rest: Money }
  | { outcome: 'above-limit'; refund: RefundRow }

/**
 * Applies an operator's answer. `already_made`: a portal refund was this one, so Puente splits its
 * row and sends nothing. `refund_anyway`: portal refunds are different ones, so Puente sends this
 * one.
 */
export const resolveRefund = async (
  ctx: PaymentsContext,
  {
    storeId,
    orderExternalId,
    refundId,
    resolution,
    refundLimit,
  }: {
    storeId: OrderRow['store_id']
    orderExternalId: string
    refundId: RefundId
    resolution: RefundResolution
    refundLimit: Rights['refundLimit']
  },
): Promise<ResolveRefundOutcome> => {
  const known = await findOrderOfStore(ctx.db.query, storeId, orderExternalId)
  if (!known) return { outcome: 'no-such-order' }
  return decideOrder(ctx, known.id, (held): ResolveRefundOutcome => {
    const refund = held.refunds.find(({ id }) => id === refundId)
    if (!refund) return { outcome: 'no-such-refund' }
    if (isAnswered(refund, resolution)) return { outcome: 'resolved', order: held.order, refund }
    if (!isInQuestion(refund, resolution)) return { outcome: 'not-in-question', refund }
    return resolution === 'already_made'
      ? confirmAsMade(held, refund)
      : sendAnyway(held, refund, { refundLimit })
  })
}

const isAnswered = (
  { state, needs_attention }: RefundRow,
  resolution: RefundResolution,
): boolean =>
  resolution === 'already_made'
    ? state === 'succeeded'
    : needs_attention === null && ['pending', 'requested', 'accepted'].includes(state)

/** Reports whether the refund awaits an operator's answer, with no request in flight. */
const isInQuestion = (refund: RefundRow, resolution: RefundResolution): boolean =>
  resolution === 'already_made'
    ? !isOver(refund) && refund.state !== 'requested'
    : !isOver(refund) && refund.needs_attention !== null

/** Splits the refund off the portal refund. */
const confirmAsMade = (held: HeldOrder, refund: RefundRow): ResolveRefundOutcome => {
  const { amount_minor: amount } = refund
  const ofPortal = held.refunds
    .filter(
      (made) =>
        isUnclaimed(made) &&
        made.state === 'succeeded' &&
        made.kind === 'refund' &&
        made.payment_id === refund.payment_id &&
        made.amount_minor >= amount,
    )
    .toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime())
  const found = ofPortal.find((made) => made.amount_minor === amount) ?? ofPortal[0]
  if (!found) return { outcome: 'not-at-gateway', refund }
  updateRefund(held, found.id, { state: 'cancelled' })
  const restMinor = found.amount_minor - amount
  if (restMinor > 0n) {
    addRefund(held, {
      ...found,
      id: refundIdFrom(`${found.id}:rest`),
      amount_minor: restMinor,
      created_at: found.created_at,
    })
  }
  const made = endAsSucceeded(held, { id: refund.id, kind: 'refund' })
  addNotifications(held, [
    {
      type: 'order.updated',
      paymentId: held.order.current_payment_id,
      key: `order.updated:${refund.id}:already_made`,
    },
  ])
  return { outcome: 'resolved', order: held.order, refund: made }
}

/** Confirms portal refunds as different ones and discards the refund's own sends. */
const sendAnyway = (
  held: HeldOrder,
  refund: RefundRow,
  { refundLimit }: { refundLimit: Rights['refundLimit'] },
): ResolveRefundOutcome => {
  const payment = paymentOf(held, refund.payment_id)
  const restMinor = chargedMinor(payment) - payment.refunded_minor
  const money = moneyFromMinor(refund.amount_minor, refund.currency)
  if (!canBeCancelledAfterDoubt(refund.sends, held.now)) return { outcome: 'too-early', refund }
  if (refund.amount_minor > restMinor) {
    return { outcome: 'above-rest', refund, rest: moneyFromMinor(restMinor, refund.currency) }
  }
  if (!isWithinLimit({ refundLimit }, money)) return { outcome: 'above-limit', refund }
  for (const made of held.refunds) {
    if (made.payment_id === refund.payment_id && isUnclaimed(made)) {
      updateRefund(held, made.id, { confirmed_at: held.now })
    }
  }
  const ready = updateRefund(held, refund.id, {
    state: 'pending',
    needs_attention: null,
    sends: [],
    readings: [],
  })
  closeRefundAlerts(held, refund.id)
  addLine(held, lineOfRefund(ready, 'refund_pending'))
  addTaskToChanges(held, newCarryOutRefundTask(ready, held))
  return { outcome: 'resolved', order: held.order, refund: ready }
}
