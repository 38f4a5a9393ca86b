import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import type { RefundDoubt, RefundEventReading } from '../../../db/tables/refunds.ts'
import { addMs, SECOND } from '../../../runtime/clock.ts'
import type { HeldOrder } from '../held-order.ts'
import { hasCharge } from '../rules/advance.ts'
import { awaitsApproval } from '../rules/refunds/approval.ts'
import {
  doubtOfRefund,
  isUnclaimed,
  refundEvidenceSince,
} from '../rules/refunds/doubt-of-refund.ts'
import { matchRefunds } from '../rules/refunds/match-refunds.ts'
import {
  endAsFailed,
  endAsSucceeded,
  openReview,
  recordPortalRefund,
} from './refund-transitions.ts'

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

export const doubtBeforeSend = (
  held: HeldOrder,
  refund: RefundRow,
  reading?: RefundEventReading,
): RefundDoubt | undefined => {
  const { payment_id: paymentId } = refund
  const refunds = refundsOfPayment(held, { id: paymentId })
  return doubtOfRefund(refund, {
    made: refunds.filter(({ state, kind }) => state === 'succeeded' && kind === 'refund'),
    events: held.refundEvents.filter(({ payment_id }) => payment_id === paymentId),
    requestedAt: refundEvidenceSince(refund),
    reading,
  })
}

/** Upper bound on the delay of a portal refund's event. */
const EVENT_COMES_WITHIN_MS = 20 * SECOND

export const mayEventFollow = (held: HeldOrder, { payment_id: id }: RefundRow): boolean => {
  const since = addMs(held.now, -EVENT_COMES_WITHIN_MS)
  return refundsOfPayment(held, { id }).some(
    ({ origin, created_at }) => origin === 'portal' && created_at > since,
  )
}

/** Puts unsent refunds up for review when the payment shows another of the same amount. */
const holdDoubtfulRefunds = (held: HeldOrder, payment: PaymentRow): void => {
  for (const refund of refundsOfPayment(held, payment)) {
    // An approval comes first; the send after it looks again.
    if (refund.needs_attention || awaitsApproval(refund)) continue
    if (refund.state !== 'pending' && refund.state !== 'waiting') continue
    const isAmount = held.refunds.some(
      (made) => isUnclaimed(made) && made.amount_minor === refund.amount_minor,
    )
    // Leaves other doubts to the next try, because an event may be in flight.
    const because = isAmount ? doubtBeforeSend(held, refund) : undefined
    if (because === 'refunded_meanwhile') openReview(held, refund, because)
  }
}
