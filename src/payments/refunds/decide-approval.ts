import type { OrderRow, RefundRow } from '../../db/db.ts'
import { findRefund } from '../../db/payments/refunds.ts'
import { getApiKey } from '../../db/stores/api-keys.ts'
import { idOfActor } from '../../domain/actor.ts'
import type { RefundId } from '../../domain/ids.ts'
import { moneyFromMinor } from '../../domain/money.ts'
import { isWithinLimit, type Rights } from '../../domain/rights.ts'
import { HOUR } from '../../runtime/clock.ts'
import { withoutCardNumbers } from '../../runtime/text/caller-texts.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { decideOrder } from '../orders/held-order.ts'
import { approve, endWithoutApproval } from '../orders/refunds/end-approval.ts'
import { openNotApprovedAlert } from '../orders/refunds/refund-alerts.ts'
import { type Approver, awaitsApproval, isOwnRequest } from '../orders/rules/refunds/approval.ts'
import type { StoreFrozen } from '../orders/store-frozen.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'

interface Decision {
  refundId: RefundId
  approver: Approver
}

export type ApprovalOutcome =
  /** Also for a repeated decision of the same person. */
  | { outcome: 'decided'; order: OrderRow; refund: RefundRow }
  | { outcome: 'no-such-refund' }
  /** It needs no approval, or a person has decided otherwise. */
  | { outcome: 'not-awaited'; refund: RefundRow }
  /** The approver may be who requested it. */
  | { outcome: 'own-request'; refund: RefundRow }
  | { outcome: 'above-limit' }
  | StoreFrozen

/**
 * Approves a refund above the store's limit. Decides under the order's lock: of two decisions at
 * once, one counts, and the refund is sent once or not at all. The approver needs the right to
 * refund the amount alone.
 */
export const approveRefund = async (
  ctx: PaymentsContext,
  { refundId, approver, refundLimit }: Decision & Pick<Rights, 'refundLimit'>,
): Promise<ApprovalOutcome> => {
  const known = await findRefund(ctx.db.query, refundId)
  if (!known) return { outcome: 'no-such-refund' }
  const requester = known.approval?.requested_by
  const key = requester?.kind === 'api_key' ? await getApiKey(ctx.db.query, requester.id) : null
  return decideOrder(ctx, known.order_id, (held): ApprovalOutcome => {
    const { order } = held
    const refund = held.refunds.find(({ id }) => id === refundId)
    if (!refund) return { outcome: 'no-such-refund' }
    const { approval } = refund
    if (!approval || !awaitsApproval(refund)) return repeated(order, refund, 'approved', approver)
    if (isOwnRequest(approval, approver, key?.made_by ?? null)) {
      return { outcome: 'own-request', refund }
    }
    const amount = moneyFromMinor(refund.amount_minor, refund.currency)
    if (!isWithinLimit({ refundLimit }, amount)) return { outcome: 'above-limit' }
    if (held.store?.frozen_at) return { outcome: 'store-frozen', locale: order.locale }
    return { outcome: 'decided', refund: approve(held, refund, approver), order: held.order }
  })
}

/** Rejects a refund that waits for approval. The requester may too, which cancels it. */
export const rejectRefund = async (
  ctx: PaymentsContext,
  { refundId, approver, why }: Decision & { why: string },
): Promise<
  Exclude<ApprovalOutcome, { outcome: 'own-request' | 'above-limit' | 'store-frozen' }>
> => {
  const known = await findRefund(ctx.db.query, refundId)
  if (!known) return { outcome: 'no-such-refund' }
  return decideOrder(ctx, known.order_id, (held) => {
    const refund = held.refunds.find(({ id }) => id === refundId)
    if (!refund) return { outcome: 'no-such-refund' }
    if (!awaitsApproval(refund)) return repeated(held.order, refund, 'rejected', approver)
    const { reason } = withoutCardNumbers({ reason: why }).value
    const decision = { state: 'rejected', decided_by: approver, why: reason } as const
    const rejected = endWithoutApproval(held, refund, decision)
    // The policy may have another charge to refund.
    applyDerivedStatus(held)
    return { outcome: 'decided', refund: rejected, order: held.order }
  })
}

const repeated = (
  order: OrderRow,
  refund: RefundRow,
  state: 'approved' | 'rejected',
  approver: Approver,
):
  | { outcome: 'decided'; order: OrderRow; refund: RefundRow }
  | { outcome: 'not-awaited'; refund: RefundRow } => {
  const { approval } = refund
  const decider = approval?.decided_by
  const isSame =
    approval?.state === state &&
    decider?.kind === approver.kind &&
    idOfActor(decider) === idOfActor(approver)
  return isSame ? { outcome: 'decided', order, refund } : { outcome: 'not-awaited', refund }
}

/** Cancels a refund without a decision in time, and opens an alert. */
export const expireApproval = async (
  ctx: PaymentsContext,
  { refundId }: { refundId: RefundId },
): Promise<TaskOutcome> => {
  const known = await findRefund(ctx.db.query, refundId)
  if (!known || !awaitsApproval(known)) return { outcome: 'done' }
  return decideOrder(ctx, known.order_id, (held): TaskOutcome => {
    const refund = held.refunds.find(({ id }) => id === refundId)
    if (!refund || !awaitsApproval(refund)) return { outcome: 'done' }
    // A frozen store allows no approval.
    if (held.store?.frozen_at) return { ...tryAgain('the store is frozen'), waitsMs: [HOUR] }
    const decision = { state: 'expired', decided_by: null, why: null } as const
    openNotApprovedAlert(held, endWithoutApproval(held, refund, decision))
    applyDerivedStatus(held)
    return { outcome: 'done' }
  })
}
