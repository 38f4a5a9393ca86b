import type { PaymentId } from '../../../domain/ids.ts'
import type { DerivedOrder } from './derive-order-status.ts'

/**
 * The attempts whose money does not belong to the order: of several charges all but the one that
 * speaks for it; the charge itself, where it is of another amount or of a cancelled order.
 */
export const extraCharges = ({
  conflict,
  keptIds,
  effectivePayment,
}: DerivedOrder): readonly PaymentId[] => {
  switch (conflict) {
    case null:
    case 'not_paid_at_gateway':
      return []
    case 'paid_twice':
      return keptIds.filter((id) => id !== effectivePayment?.id)
    case 'paid_other_amount':
    case 'paid_after_cancellation':
      return keptIds
  }
}
