import { isPaymentState } from '../../contract/payment-states.ts'
import type { DbQuery, PaymentRow } from '../../db/db.ts'
import { chargedMinor, refundFacts, refundsOfPayment } from './refund-facts.ts'
import { endAsFailed, endAsSucceeded, recordPortalRefund } from './refund-transitions.ts'
import { wasCharged } from './rules/advance.ts'
import { matchRefunds } from './rules/match-refunds.ts'

/**
 * Brings the refunds of a payment in line with what the gateway shows of it: ours succeed, what the
 * merchant did in the portal is added, what nothing is left for fails. The order's lock is held.
 */
export const applyRefundMatch = async (
  trx: DbQuery,
  { payment, toldMinor, now }: { payment: PaymentRow; toldMinor: readonly bigint[]; now: Date },
): Promise<void> => {
  const { state, refunded_minor: refundedMinor } = payment
  if (!isPaymentState(state) || !wasCharged(state)) return
  const refunds = await refundsOfPayment(trx, payment)
  const match = matchRefunds(
    { state, totalMinor: chargedMinor(payment), refundedMinor, toldMinor },
    refunds.map(refundFacts),
  )
  for (const made of match.done) await endAsSucceeded(trx, made, now)
  for (const found of match.found) await recordPortalRefund(trx, payment, { ...found, now })
  const refusal = { code: 'given_back_already' as const, words: [] }
  for (const id of match.impossible) await endAsFailed(trx, id, { refusal, now })
}
