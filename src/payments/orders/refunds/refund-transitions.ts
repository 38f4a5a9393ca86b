import { createHash } from 'node:crypto'
import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import type { TimelineEntry, TimelineKind } from '../../../db/orders/timeline.ts'
import type { RefundApproval, RefundDoubt, RefundRefusal } from '../../../db/tables/refunds.ts'
import type { RefundChanges } from '../../../db/write-changes.ts'
import { RefundId } from '../../../domain/ids.ts'
import { formatMinor, moneyFromMinor } from '../../../domain/money.ts'
import { addMs } from '../../../runtime/clock.ts'
import { newCarryOutRefundTask, newExpireApprovalTask } from '../../ports/tasks/payment-tasks.ts'
import {
  addLine,
  addNotifications,
  addRefund,
  addTaskToChanges,
  updateRefund,
} from '../change-held.ts'
import type { HeldOrder } from '../held-order.ts'
import type { RefundPlan } from '../rules/refunds/plan-refund.ts'
import { unansweredSends } from '../rules/refunds/refund-states.ts'
import { closeRefundAlerts, openApprovalAlert, openDoubtAlert } from './refund-alerts.ts'
import { approvalFor, cancelledApproval } from './refund-approval.ts'

/**
 * Adds a planned refund with its task; cancels superseded ones. Above the store's limit, it waits
 * for a second person.
 */
export const beginRefund = (
  held: HeldOrder,
  payment: PaymentRow,
  {
    plan: { kind, amountMinor, supersedes },
    ...request
  }: Pick<RefundRow, 'id' | 'origin'> &
    Partial<RefundRow> & { plan: RefundPlan & { plan: 'refund' } },
): RefundRow => {
  const { id: payment_id, currency } = payment
  const amount = moneyFromMinor(amountMinor, currency)
  const approval = approvalFor(held, { amount, supersedes })
  for (const superseded of supersedes) endAsCancelled(held, superseded)
  const refund = addRefund(held, {
    ...request,
    payment_id,
    kind,
    amount_minor: amountMinor,
    currency,
    state: approval ? 'waiting' : 'pending',
    approval,
  })
  addLine(held, lineOfRefund(refund, 'refund_pending'))
  if (approval) awaitApproval(held, refund, approval)
  else addTaskToChanges(held, newCarryOutRefundTask(refund, held))
  return refund
}

const awaitApproval = (held: HeldOrder, refund: RefundRow, approval: RefundApproval): void => {
  addLine(held, lineOfRefund(refund, 'refund_awaits_approval'))
  openApprovalAlert(held, refund, approval)
  const runAt = new Date(approval.until)
  addTaskToChanges(held, newExpireApprovalTask(refund, { runAt, now: held.now }))
}

/** Completes a refund with the kind that the payment shows. */
export const endAsSucceeded = (
  held: HeldOrder,
  { id, kind }: Pick<RefundRow, 'id' | 'kind'>,
): RefundRow =>
  end(held, id, {
    state: 'succeeded',
    kind,
    refusal: null,
    needs_attention: null,
    done_at: held.now,
  })

export const recordPortalRefund = (
  held: HeldOrder,
  payment: PaymentRow,
  made: Pick<RefundRow, 'kind' | 'amount_minor'>,
): void => {
  const found = addRefund(held, {
    ...made,
    // Derived from the resulting sum: a repeated observation is idempotent.
    id: refundIdFrom(`${payment.id}:${made.kind}:${payment.refunded_minor}`),
    payment_id: payment.id,
    origin: 'portal',
    currency: payment.currency,
    state: 'succeeded',
    done_at: held.now,
  })
  addLine(held, lineOfRefund(found, 'refund_found'))
}

export const endAsFailed = (held: HeldOrder, id: RefundId, refusal: RefundRefusal): RefundRow =>
  end(held, id, { state: 'failed', refusal })

export const endAsCancelled = (held: HeldOrder, id: RefundId): RefundRow =>
  end(held, id, { state: 'cancelled', refusal: null })

/** Puts a refund up for review, with an alert. A refund already sent stays `unknown`. */
export const openReview = (
  held: HeldOrder,
  { id, sends }: RefundRow,
  because: RefundDoubt,
): RefundRow => {
  const state = unansweredSends(sends).length > 0 ? 'unknown' : 'waiting'
  const doubtful = updateRefund(held, id, { state, needs_attention: because, refusal: null })
  openDoubtAlert(held, doubtful, because)
  return doubtful
}

const end = (
  held: HeldOrder,
  id: RefundId,
  changes: RefundChanges & { state: 'succeeded' | 'failed' | 'cancelled' },
): RefundRow => {
  const ended = updateRefund(held, id, { ...changes, ...cancelledApproval(held, id) })
  addLine(held, lineOfRefund(ended, `refund_${changes.state}`))
  closeRefundAlerts(held, id)
  if (changes.state !== 'succeeded') notifyOfFailure(held, ended)
  return ended
}

export const refundIdFrom = (text: string): RefundId =>
  RefundId.parse(`ref_${createHash('sha256').update(text).digest('hex').slice(0, 26)}`)

export const lineOfRefund = (
  refund: RefundRow,
  kind: TimelineKind,
): Omit<TimelineEntry, 'at' | 'order_id'> => ({
  payment_id: refund.payment_id,
  kind,
  details: {
    refund: refund.id,
    kind: refund.kind,
    origin: refund.origin,
    amount: formatMinor(refund.amount_minor, refund.currency),
    currency: refund.currency,
    ...(refund.refusal ? { refusal: refund.refusal.code, words: refund.refusal.words } : {}),
  },
})

/**
 * Notifies a platform store that has booked a refund which now fails. Other stores poll their
 * refund.
 */
const notifyOfFailure = (held: HeldOrder, { id, state, origin }: RefundRow): void => {
  const noticeMs = held.store?.failed_refund_notice_ms ?? null
  if (origin !== 'store' || noticeMs === null) return
  const notification = {
    type: 'order.updated' as const,
    paymentId: held.order.current_payment_id,
    key: `order.updated:${id}:${state}`,
  }
  addNotifications(held, [notification], { runAt: addMs(held.now, noticeMs) })
}
