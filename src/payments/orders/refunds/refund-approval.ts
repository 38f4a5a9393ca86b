import { currentActor } from '../../../db/current-actor.ts'
import type { RefundRow } from '../../../db/db.ts'
import type { RefundApproval } from '../../../db/tables/refunds.ts'
import type { RefundChanges } from '../../../db/write-changes.ts'
import type { RefundId } from '../../../domain/ids.ts'
import { formatMoney, type Money } from '../../../domain/money.ts'
import { addMs, DAY } from '../../../runtime/clock.ts'
import type { HeldOrder } from '../held-order.ts'
import { awaitsApproval, exceededLimit } from '../rules/refunds/approval.ts'

/** Days that a refund waits for a second person; longer, the customer would hear nothing. */
const APPROVAL_WAITS_MS = 7 * DAY

/** Returns the approval that a new refund waits for; `null`: it needs none. */
export const approvalFor = (
  held: HeldOrder,
  { amount, supersedes }: { amount: Money; supersedes: readonly RefundId[] },
): RefundApproval | null => {
  const { store, refunds, now } = held
  const limit = store && exceededLimit(store, { amount, refunds, supersedes, now })
  if (!limit) return null
  return {
    state: 'pending',
    limit: { amount: formatMoney(limit), currency: limit.currency.code },
    requested_by: currentActor() ?? null,
    until: addMs(now, APPROVAL_WAITS_MS).toISOString(),
    decided_by: null,
    decided_at: null,
    why: null,
  }
}

/** Returns the approval with a decision of now. */
export const decidedApproval = (
  { now }: HeldOrder,
  { approval }: RefundRow,
  decision: Pick<RefundApproval, 'state' | 'decided_by' | 'why'>,
): RefundApproval | null => approval && { ...approval, ...decision, decided_at: now.toISOString() }

/** Ends the wait of a refund that ends otherwise. */
export const cancelledApproval = (held: HeldOrder, id: RefundId): RefundChanges => {
  const refund = held.refunds.find((each) => each.id === id)
  if (!refund || !awaitsApproval(refund)) return {}
  const decided_by = currentActor() ?? null
  return { approval: decidedApproval(held, refund, { state: 'cancelled', decided_by, why: null }) }
}
