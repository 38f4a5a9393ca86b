import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { paymentsOfOrder, updatePayment } from '../../db/payments.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'

/**
 * Ends an attempt that the gateway refused or does not know: what it was to change of its order is
 * not changed. The order's lock is held.
 */
export const endCreation = async (
  trx: DbQuery,
  { order, id, state, now }: { order: OrderRow; id: PaymentId; state: Ending; now: Date },
): Promise<{ order: OrderRow; payment: PaymentRow }> => {
  const before = await paymentsOfOrder(trx, order.id)
  const payment = await updatePayment(trx, id, {
    state,
    pending_update: null,
    claimed_until: null,
    updated_at: now,
  })
  const after = before.map((attempt) => (attempt.id === id ? payment : attempt))
  return { ...(await applyDerivedStatus(trx, { order, before, after, now })), payment }
}

type Ending = 'refused' | 'abandoned'
