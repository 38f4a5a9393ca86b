import type { PaymentId } from '../../domain/ids.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { updatePayment } from '../orders/change-held.ts'
import type { HeldOrder } from '../orders/held-order.ts'

/** Ends an attempt that the gateway refused or lacks, and drops its pending update. */
export const endCreation = (
  held: HeldOrder,
  id: PaymentId,
  state: 'refused' | 'abandoned',
): void => {
  const { payments: paymentsBefore } = held
  updatePayment(held, id, { state, pending_update: null, claimed_until: null })
  applyDerivedStatus(held, { paymentsBefore })
}
