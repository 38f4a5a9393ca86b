import { hondurasDayOf } from '../../contract/honduras-time.ts'
import type { PaymentObject, UnreadablePayment } from '../../contract/payment.ts'
import type { PaymentRow } from '../../db/db.ts'
import { isClaimed } from '../attempts/rules/payable-checkout.ts'
import { wasCharged } from '../orders/rules/advance.ts'
import type { Observation } from '../orders/rules/observe.ts'
import type { DifferenceDetails } from './describe-discrepancy.ts'

/** Whether the gateway says that money was taken. */
export const isCharged = (observed: Observation): boolean =>
  observed.kind === 'seen' && wasCharged(observed.derived.state)

/**
 * Whether a payment that carries the reference of an attempt, and not the number that the database has
 * for it, is to be looked at: one that is being created at this moment is not, and the spare one of
 * two that the gateway made of one creation matters once it is paid.
 */
export const isNews = (attempt: PaymentRow, observed: Observation, now: Date): boolean => {
  if (attempt.gateway_payment_id !== null) return isCharged(observed)
  return !isClaimed(attempt, now)
}

/** What a person needs to find a payment that the database does not have, and whose it may be. */
export const detailsOfUnknown = (payment: PaymentObject): DifferenceDetails => ({
  side: 'gateway',
  differs: { state: [null, payment.status], amount: [null, payment.amount] },
  currency: payment.currency_iso ?? payment.currency,
  external_reference: payment.external_reference,
})

/** Of an item of the list that is no payment. */
export const detailsOfUnreadable = ({
  detail,
  createdAt,
}: UnreadablePayment): DifferenceDetails => ({
  side: 'gateway',
  detail,
  ...(createdAt ? { day: hondurasDayOf(createdAt) } : {}),
})

/** The Honduras day on which the gateway made it, where it says so. */
export const dayOfCreation = ({ created_at }: PaymentObject): string | undefined =>
  created_at ? hondurasDayOf(created_at) : undefined
