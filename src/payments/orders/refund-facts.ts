import type { PaymentRow, RefundRow } from '../../db/db.ts'
import type { RefundFacts } from './rules/match-refunds.ts'
import type { RefundOfOurOrder } from './rules/plan-refund.ts'

/** What the customer was charged, in minor units: tax, fee and tip included. */
export const chargedMinor = (payment: PaymentRow): bigint =>
  payment.total_minor ?? payment.amount_minor

export const refundFacts = (refund: RefundRow): RefundFacts => ({
  id: refund.id,
  kind: refund.kind,
  state: refund.state,
  amountMinor: refund.amount_minor,
})

/** A refund among all those of its order. */
export const refundOfOrderFacts = (refund: RefundRow): RefundOfOurOrder => ({
  ...refundFacts(refund),
  paymentId: refund.payment_id,
})

export const refundsOfPayment = (refunds: readonly RefundRow[], payment: PaymentRow): RefundRow[] =>
  refunds.filter(({ payment_id }) => payment_id === payment.id)
