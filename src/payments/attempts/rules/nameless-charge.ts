import type { PaymentObject } from '../../../contract/payment.ts'
import type { PaymentRow } from '../../../db/db.ts'
import { wasCharged } from '../../orders/rules/advance.ts'
import { isAmountOf } from '../../orders/rules/charges/is-amount-of.ts'
import { observePayment } from '../../orders/rules/observe.ts'

/**
 * Matches a payment without metadata to a charge with a lost response, at a gateway that keeps no
 * metadata of charges (4.12, 4.13): charged, of equal amount, and unexplained by `attempts` (all of
 * the order). `shown` has the order's reference.
 */
export const isNamelessCharge = (
  charge: Pick<PaymentRow, 'mode' | 'charge_id' | 'amount_minor' | 'currency'>,
  shown: PaymentObject,
  attempts: readonly Pick<PaymentRow, 'charge_id' | 'gateway_payment_id'>[],
): boolean => {
  if (charge.mode === 'hosted' || charge.charge_id !== null) return false
  const isKnown = attempts.some(
    ({ charge_id, gateway_payment_id }) =>
      gateway_payment_id === BigInt(shown.id) ||
      (charge_id !== null && charge_id === shown.transaction_id),
  )
  if (isKnown) return false
  const seen = observePayment(shown)
  return (
    seen.kind === 'seen' &&
    wasCharged(seen.derived.state) &&
    seen.amount !== undefined &&
    isAmountOf(charge, seen.amount)
  )
}
