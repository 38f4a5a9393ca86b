import { hondurasDayOf } from '../../../contract/honduras-time.ts'
import type { PaymentObject, UnreadablePayment } from '../../../contract/payment.ts'
import type { PaymentRow } from '../../../db/db.ts'
import type { RunRow } from '../../../db/reconciliation/reconciliations.ts'
import { addMs, MINUTE } from '../../../runtime/clock.ts'
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

/**
 * Reports whether a restored database may lack this payment. The gateway shows whole seconds, and
 * its clock may be behind.
 */
export const mayBeLost = (
  { lost_since }: Pick<RunRow, 'lost_since'>,
  { created_at }: Pick<PaymentObject, 'created_at'>,
): boolean => lost_since !== null && (!created_at || created_at >= addMs(lost_since, -MARGIN_MS))

const MARGIN_MS = 10 * MINUTE

/** A customer may still pay it. */
export const mayBePaid = (observed: Observation): boolean =>
  observed.kind === 'seen' && observed.derived.state === 'pending'

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
