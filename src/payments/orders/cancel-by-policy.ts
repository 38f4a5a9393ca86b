import type { PaymentRow } from '../../db/db.ts'
import { policyOf } from '../ports/policy.ts'
import { addLine, updateOrder } from './change-held.ts'
import type { HeldOrder } from './held-order.ts'
import type { DerivedOrder } from './rules/derive-order-status.ts'
import { isEndUnknown } from './rules/still-payable.ts'

/**
 * Cancels an order whose time to pay is over, where the store's policy says so. A payment that the
 * merchant closed (`disabled`) is not meant: how it gets there, and whether it comes back, is not
 * shown (`gateway-api.md` 3). While another attempt may be made or may have been paid in its time, the
 * order stays: its end brings us here again.
 */
export const cancelByPolicy = (held: HeldOrder, derived: DerivedOrder): void => {
  const { store, now } = held
  const isTimeOver = derived.timeOverAt !== null || derived.effectivePayment?.state === 'expired'
  if (derived.status !== 'payment_expired' || !isTimeOver) return
  // Another one is just being asked for, or may have been paid in its time.
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
