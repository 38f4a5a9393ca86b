import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import type { HeldOrder } from '../held-order.ts'
import { hasCharge } from '../rules/charges/has-charge.ts'
import { matchRefunds } from '../rules/refunds/match-refunds.ts'
import { holdDoubtfulRefunds } from './doubtful-refund.ts'
import { endAsFailed, endAsSucceeded, recordPortalRefund } from './refund-transitions.ts'

export const refundsOfPayment = (
  { refunds }: HeldOrder,
  { id }: Pick<PaymentRow, 'id'>,
): RefundRow[] => refunds.filter(({ payment_id }) => payment_id === id)

/**
 * Aligns a payment's refunds with the gateway's refunded sum: completes ours, adds portal refunds,
 * fails those above the refundable rest and puts doubtful ones up for review.
 */
export const applyRefundMatch = (
  held: HeldOrder,
  payment: PaymentRow,
  eventAmountsMinor: readonly bigint[],
): void => {
  if (!hasCharge(payment)) return
  const match = matchRefunds(payment, refundsOfPayment(held, payment), eventAmountsMinor)
  for (const made of match.done) endAsSucceeded(held, made)
  for (const found of match.found) recordPortalRefund(held, payment, found)
  const refusal = { code: 'given_back_already' as const, words: [] }
  for (const id of match.impossible) endAsFailed(held, id, refusal)
  holdDoubtfulRefunds(held, payment)
}
