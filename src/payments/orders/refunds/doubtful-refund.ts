import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import type { RefundDoubt, RefundEventReading } from '../../../db/tables/refunds.ts'
import { addMs, SECOND } from '../../../runtime/clock.ts'
import { openingOrRefreshing } from '../../alerts/alerts.ts'
import { aboutHeld, changeAlerts, updateRefund } from '../change-held.ts'
import type { HeldOrder } from '../held-order.ts'
import {
  DOUBT_WORDS,
  doubtOfRefund,
  isUnclaimed,
  refundEvidenceSince,
} from '../rules/refunds/doubt-of-refund.ts'
import { unansweredSends } from '../rules/refunds/refund-states.ts'
import { refundDetails } from './refund-details.ts'

/** Applies `doubtOfRefund` to a held order. */
export const doubtBeforeSend = (
  { refunds, refundEvents }: HeldOrder,
  refund: RefundRow,
  reading?: RefundEventReading,
): RefundDoubt | undefined => {
  const { payment_id: paymentId } = refund
  return doubtOfRefund(refund, {
    made: refunds.filter(
      ({ payment_id, state, kind }) =>
        payment_id === paymentId && state === 'succeeded' && kind === 'refund',
    ),
    events: refundEvents.filter(({ payment_id }) => payment_id === paymentId),
    requestedAt: refundEvidenceSince(refund),
    reading,
  })
}

/** Upper bound on the delay of a portal refund's event. */
const EVENT_COMES_WITHIN_MS = 20 * SECOND

export const mayEventFollow = (
  { refunds, now }: HeldOrder,
  { payment_id: paymentId }: RefundRow,
): boolean =>
  refunds.some(
    ({ payment_id, origin, created_at }) =>
      payment_id === paymentId &&
      origin === 'portal' &&
      created_at > addMs(now, -EVENT_COMES_WITHIN_MS),
  )

/** Puts a refund up for review, with an alert. A refund already sent stays `unknown`. */
export const openReview = (
  held: HeldOrder,
  { id, sends }: RefundRow,
  because: RefundDoubt,
): RefundRow => {
  const state = unansweredSends(sends).length > 0 ? 'unknown' : 'waiting'
  const doubtful = updateRefund(held, id, { state, needs_attention: because, refusal: null })
  const details = { ...refundDetails(held, doubtful, [DOUBT_WORDS[because]]), because }
  const about = aboutHeld(held, 'refund_not_shown', id)
  changeAlerts(held, openingOrRefreshing({ ...about, details }))
  return doubtful
}

/**
 * Puts unsent refunds up for review when the payment shows another of the same amount, before their
 * next try.
 */
export const holdDoubtfulRefunds = (held: HeldOrder, { id }: Pick<PaymentRow, 'id'>): void => {
  for (const refund of held.refunds) {
    if (refund.payment_id !== id || refund.needs_attention) continue
    if (refund.state !== 'pending' && refund.state !== 'waiting') continue
    const isAmount = held.refunds.some(
      (made) => isUnclaimed(made) && made.amount_minor === refund.amount_minor,
    )
    // An event may be in flight; the next try checks the others.
    const because = isAmount ? doubtBeforeSend(held, refund) : undefined
    if (because === 'refunded_meanwhile') openReview(held, refund, because)
  }
}
