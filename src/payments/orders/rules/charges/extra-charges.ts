import type { PaymentId } from '../../../../domain/ids.ts'
import type { DerivedOrder } from '../derive-order-status.ts'

/** Duplicates of the effective payment, or every charge of a wrong amount or a cancelled order. */
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
