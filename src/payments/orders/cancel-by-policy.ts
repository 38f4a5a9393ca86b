import type { PaymentRow } from '../../db/db.ts'
import { policyOf } from '../ports/policy.ts'
import { addLine, updateOrder } from './change-held.ts'
import type { HeldOrder } from './held-order.ts'
import { isEndUnknown } from './rules/charges/still-payable.ts'
import type { DerivedOrder } from './rules/derive-order-status.ts'

/**
 * Cancels an expired order if the policy says so. Skips `disabled` payments, because their
 * transitions are undocumented (`gateway-api.md` 3). Waits for an attempt that is being created or
 * may have been paid in time; its end runs this again.
 */
export const cancelByPolicy = (held: HeldOrder, derived: DerivedOrder): void => {
  const { store, now } = held
  const isTimeOver = derived.timeOverAt !== null || derived.effectivePayment?.state === 'expired'
  if (derived.status !== 'payment_expired' || !isTimeOver) return
  const isAwaited = (attempt: PaymentRow) =>
    attempt.state === 'intended' || isEndUnknown(attempt, now)
  if (held.payments.some(isAwaited)) return
  if (!store || policyOf(store).on_expiry !== 'cancel') return
  addLine(held, {
    payment_id: derived.effectivePayment?.id,
    kind: 'order_cancelled',
    details: { by: 'policy' },
  })
  updateOrder(held, { cancelled_at: now, cancelled_by: 'policy' })
}
