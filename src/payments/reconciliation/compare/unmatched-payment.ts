import { hondurasDayOf } from '../../../contract/honduras-time.ts'
import type { PaymentObject, UnreadablePayment } from '../../../contract/payment.ts'
import type { PaymentRow } from '../../../db/db.ts'
import { isClaimed } from '../../attempts/rules/payable-checkout.ts'
import { wasCharged } from '../../orders/rules/advance.ts'
import type { Observation } from '../../orders/rules/observe.ts'
import type { DifferenceDetails } from './describe-discrepancy.ts'

export const isCharged = (observed: Observation): boolean =>
  observed.kind === 'seen' && wasCharged(observed.derived.state)

/**
 * Reports whether a payment with our reference but another gateway id needs a check. Skips it while
 * its creation is in flight, and an uncharged duplicate.
 */
export const needsCheck = (attempt: PaymentRow, observed: Observation, now: Date): boolean => {
  if (attempt.gateway_payment_id !== null) return isCharged(observed)
  return !isClaimed(attempt, now)
}

export const detailsOfUnknown = (payment: PaymentObject): DifferenceDetails => ({
  side: 'gateway',
  differs: { state: [null, payment.status], amount: [null, payment.amount] },
  currency: payment.currency_iso ?? payment.currency,
  external_reference: payment.external_reference,
})

export const detailsOfUnreadable = ({
  detail,
  createdAt,
}: UnreadablePayment): DifferenceDetails => ({
  side: 'gateway',
  detail,
  ...(createdAt ? { day: hondurasDayOf(createdAt) } : {}),
})
