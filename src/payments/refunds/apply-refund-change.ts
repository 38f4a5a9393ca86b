import type { DbQuery, RefundRow } from '../../db/db.ts'
import { latestInTimeline } from '../../db/orders/timeline.ts'
import { closing } from '../alerts/alerts.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { aboutHeld, addLine, changeAlerts, updateRefund } from '../orders/change-held.ts'
import type { HeldOrder } from '../orders/held-order.ts'
import { openReview } from '../orders/refunds/doubtful-refund.ts'
import { openRefundAlert } from '../orders/refunds/refund-details.ts'
import { endAsFailed, lineOfRefund } from '../orders/refunds/refund-transitions.ts'
import type { RefundChange } from './rules/refund-step.ts'

/** Applies a step's change to the held order. Returns the changed refund. */
export const applyRefundChange = async (
  held: HeldOrder,
  trx: DbQuery,
  {
    refund: latest,
    change: { row, lines = [], lineOnce, closesAlert, opensAlert, review, fails },
  }: { refund: RefundRow; change: RefundChange },
): Promise<RefundRow> => {
  const refund = row ? updateRefund(held, latest.id, row) : latest
  for (const line of lines) addLine(held, lineOfRefund(refund, line))
  if (lineOnce) {
    // Dedupes: an outage of days gets one timeline entry, not hundreds.
    const said = await latestInTimeline(trx, refund.order_id, lineOnce)
    if (said?.details.refund !== refund.id) addLine(held, lineOfRefund(refund, lineOnce))
  }
  if (closesAlert) changeAlerts(held, closing(aboutHeld(held, closesAlert, refund.id)))
  if (opensAlert) openRefundAlert(held, refund, opensAlert)
  if (review) return openReview(held, refund, review)
  if (!fails) return refund
  const failed = endAsFailed(held, refund.id, fails)
  openRefundAlert(held, failed, { kind: 'refund_refused', words: fails.words })
  // The policy may have another charge to refund.
  applyDerivedStatus(held)
  return failed
}
