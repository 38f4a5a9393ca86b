import type { RefundRow } from '../../db/db.ts'
import { addMs } from '../../runtime/clock.ts'
import { decideOrder } from '../orders/held-order.ts'
import { openRefundAlert } from '../orders/refund-details.ts'
import { type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import type { RefundWork } from './refund-work.ts'
import { canBeCancelledAfterDoubt } from './rules/repeat-refund.ts'

const HOUR_MS = 60 * 60_000
/** The gateway retries events for less than two hours (6.5); after a day none arrives. */
const SHOWN_WITHIN_MS = 24 * HOUR_MS

/** Waits until an event or a reading shows a refund that may exist. */
export const waitToBeShown = async (
  { ctx }: RefundWork,
  refund: RefundRow,
): Promise<TaskOutcome> => {
  const isAccepted = refund.state === 'accepted'
  const since = refund.accepted_at ?? refund.requested_at ?? refund.created_at
  const detail = isAccepted
    ? 'the gateway accepted it, and its payment does not show it yet'
    : 'its answer was lost, and the payment does not tell whether it was done'
  if (ctx.clock.now() < addMs(since, SHOWN_WITHIN_MS)) return tryAgain(detail)
  const alert = { kind: 'refund_not_shown', words: [detail] } as const
  await decideOrder(ctx, refund.order_id, (held) => openRefundAlert(held, refund, alert))
  return tryAgain(detail, 6 * HOUR_MS)
}

/** An operator may cancel a sent refund after a search. */
export const isOverdueToBeShown = (refund: RefundRow, now: Date): boolean => {
  const { state, accepted_at, requested_at, created_at } = refund
  if (refund.needs_attention && canBeCancelledAfterDoubt(refund.sends, now)) return true
  const isUncertain = state === 'accepted' || state === 'unknown'
  return isUncertain && now >= addMs(accepted_at ?? requested_at ?? created_at, SHOWN_WITHIN_MS)
}
