import { isPaymentState } from '../../contract/payment-states.ts'
import type { PaymentRow } from '../../db/db.ts'
import type { HeldOrder } from './held-order.ts'
import { chargedMinor, refundFacts, refundsOfPayment } from './refund-facts.ts'
import { endAsFailed, endAsSucceeded, recordPortalRefund } from './refund-transitions.ts'
import { wasCharged } from './rules/advance.ts'
import { matchRefunds } from './rules/match-refunds.ts'

/**
 * Brings the refunds of a payment in line with what the gateway shows of it: ours succeed, what the
 * merchant did in the portal is added, what nothing is left for fails. `toldMinor`: what refund events
 * told of single ones.
 */
export const applyRefundMatch = (
  held: HeldOrder,
  payment: PaymentRow,
  toldMinor: readonly bigint[],
): void => {
  const { state, refunded_minor: refundedMinor } = payment
  if (!isPaymentState(state) || !wasCharged(state)) return
  const match = matchRefunds(
    { state, totalMinor: chargedMinor(payment), refundedMinor, toldMinor },
    refundsOfPayment(held.refunds, payment).map(refundFacts),
  )
  for (const made of match.done) endAsSucceeded(held, made)
  for (const found of match.found) recordPortalRefund(held, payment, found)
  const refusal = { code: 'given_back_already' as const, words: [] }
  for (const id of match.impossible) endAsFailed(held, id, refusal)
}
