import { hondurasDayOf } from '../../../contract/honduras-time.ts'
import type { PaymentRow } from '../../../db/db.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import type { DiscrepancyRow } from '../../../db/reconciliation/discrepancies.ts'
import { wasFoundBefore } from '../../../db/reconciliation/reconciliation-batches.ts'
import { formatMinor } from '../../../domain/money.ts'
import { recordAnswer } from '../../inbound/poll-payment.ts'
import { hasCharge, wasCharged } from '../../orders/rules/advance.ts'
import { detailsOf } from '../compare/describe-discrepancy.ts'
import { planAttempt } from '../dry-run.ts'
import { type FoundDiscrepancy, paymentDifference } from '../rules/classify-discrepancy.ts'
import type { RunContext } from '../work.ts'
import { DROPPED, type Resolution, recorded } from './close-discrepancies.ts'
import { readPayment } from './read-payment.ts'

/**
 * Re-checks a suspected payment. Polls first, since only `GET` and the event confirm a charge (3),
 * and records the answer.
 */
export const repairPayment = async (
  work: RunContext,
  discrepancy: DiscrepancyRow,
): Promise<Resolution> => {
  const { ctx, run } = work
  const foundBy = run.lost_since ? null : 'reconciliation'
  const payment =
    discrepancy.payment_id && (await findPayment(ctx.db.query, discrepancy.payment_id))
  const gatewayId = payment?.gateway_payment_id ?? null
  if (!payment || gatewayId === null) return DROPPED
  const read = await readPayment(work, discrepancy, gatewayId)
  if (read.outcome === 'missing') return missing(work, payment)
  if (read.outcome !== 'read') return read
  const { observed } = read
  if (observed.kind === 'unreadable') {
    return recorded({
      kind: 'unreadable_payment',
      action: 'for_a_person',
      details: { side: 'gateway', differs: { state: [payment.state, read.payment.status] } },
      day: hondurasDayOf(payment.created_at),
    })
  }
  // The event may have arrived since the page.
  const latest = (await findPayment(ctx.db.query, payment.id)) ?? payment
  const found = paymentDifference(latest, observed)
  if (!found) return DROPPED
  if (found.repair === 'needs-attention') {
    const contradictsCharge = !wasCharged(observed.derived.state)
    if (contradictsCharge && !run.dry) {
      // The check needs the row from before the GET.
      await recordAnswer(ctx, { payment, observed, foundBy })
    }
    return recorded({ ...about(latest, found), action: 'for_a_person' })
  }
  if (run.dry) {
    const { details, ...rest } = about(latest, found)
    const planned = planAttempt(latest, observed)
    return recorded({ ...rest, action: 'repaired', details: { ...details, planned } })
  }
  await recordAnswer(ctx, { payment: latest, observed, foundBy })
  const after = (await findPayment(ctx.db.query, payment.id)) ?? latest
  const left = paymentDifference(after, observed)
  return recorded(
    left
      ? { ...about(after, left), action: 'for_a_person' }
      : { ...about(latest, found), action: 'repaired' },
  )
}

const about = (payment: PaymentRow, found: FoundDiscrepancy) => ({
  kind: found.kind,
  details: detailsOf(found, { side: 'gateway', currency: payment.currency }),
  day: hondurasDayOf(payment.created_at),
})

/**
 * A charge unknown to the gateway needs an operator. An unpaid one counts once and stays: the 404
 * may come from another key (4.4).
 */
const missing = async (work: RunContext, payment: PaymentRow): Promise<Resolution> => {
  const kind = 'missing_at_gateway'
  const isCharge = hasCharge(payment)
  const { id: paymentId, order_id: orderId, amount_minor, currency } = payment
  const about = { orderId, paymentId, kind } as const
  if (!isCharge && (await wasFoundBefore(work.ctx.db.query, about))) return DROPPED
  return recorded({
    kind,
    action: isCharge ? 'for_a_person' : 'counted',
    details: {
      side: 'gateway',
      differs: {
        state: [payment.state, null],
        amount: [formatMinor(amount_minor, currency), null],
      },
      currency,
    },
    day: hondurasDayOf(payment.created_at),
  })
}
