import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { updateOrder } from '../../db/orders.ts'
import { findStore } from '../../db/stores.ts'
import { addToTimeline } from '../../db/timeline.ts'
import { policyOf } from '../ports/policy.ts'
import type { DerivedOrder } from './rules/derive-order-status.ts'
import { isEndUnknown } from './rules/still-payable.ts'

/**
 * Cancels an order whose time to pay is over, where the store's policy says so. A payment that the
 * merchant closed (`disabled`) is not meant: how it gets there, and whether it comes back, is not
 * shown (`gateway-api.md` 3). While another attempt may be made or may have been paid in its time, the
 * order stays: its end brings us here again. The order's lock is held; the same order comes back when it stays.
 */
export const cancelByPolicy = async (
  trx: DbQuery,
  {
    order,
    derived,
    attempts,
    now,
  }: { order: OrderRow; derived: DerivedOrder; attempts: readonly PaymentRow[]; now: Date },
): Promise<OrderRow> => {
  const isTimeOver = derived.timeOverAt !== null || derived.effectivePayment?.state === 'expired'
  if (derived.status !== 'payment_expired' || !isTimeOver) return order
  // Another one is just being asked for, or may have been paid in its time.
  const isAwaited = (attempt: PaymentRow) =>
    attempt.state === 'intended' || isEndUnknown(attempt, now)
  if (attempts.some(isAwaited)) return order
  const store = await findStore(trx, order.store_id)
  if (!store || policyOf(store).on_expiry !== 'cancel') return order
  await addToTimeline(trx, {
    at: now,
    order_id: order.id,
    payment_id: derived.effectivePayment?.id,
    kind: 'order_cancelled',
    details: { by: 'policy' },
  })
  const changes = { cancelled_at: now, cancelled_by: 'policy', updated_at: now } as const
  return updateOrder(trx, order.id, changes)
}
