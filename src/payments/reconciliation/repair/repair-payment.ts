import { hondurasDayOf } from '../../../contract/honduras-time.ts'
import type { PaymentObject } from '../../../contract/payment.ts'
import type { PaymentRow } from '../../../db/db.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import type { DiscrepancyRow } from '../../../db/reconciliation/discrepancies.ts'
import { wasFoundBefore } from '../../../db/reconciliation/reconciliation-batches.ts'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import type { Failure } from '../../../gateway/outcomes.ts'
import { recordAnswer } from '../../inbound/poll-payment.ts'
import { wasCharged } from '../../orders/rules/advance.ts'
import { hasCharge } from '../../orders/rules/charges/has-charge.ts'
import { observePayment } from '../../orders/rules/observe.ts'
import { detailsOf } from '../compare/describe-discrepancy.ts'
import { type BehindList, listedIn, wasListedAsCharged } from '../compare/listed.ts'
import { planAttempt } from '../dry-run.ts'
import { isBehindList } from '../rules/behind-list.ts'
import { type FoundDiscrepancy, paymentDifference } from '../rules/classify-discrepancy.ts'
import type { RunContext } from '../work.ts'
import { drop, recordOutcome } from './close-discrepancies.ts'

/**
 * Re-checks a suspected payment. Polls first, since only `GET` and the event confirm a charge (3),
 * and records the answer. Returns the reason if the discrepancy stays open.
 */
export const repairPayment = async (
  work: RunContext,
  discrepancy: DiscrepancyRow,
): Promise<Failure | BehindList | undefined> => {
  const { ctx, gateway, run } = work
  const payment =
    discrepancy.payment_id && (await findPayment(ctx.db.query, discrepancy.payment_id))
  const gatewayId = payment?.gateway_payment_id ?? null
  if (!payment || gatewayId === null) return void (await drop(work, discrepancy))
  const answer = await gateway.getPayment(Number(gatewayId))
  if (answer.outcome === 'not-found' && answer.kind === 'payment_not_found') {
    if (wasListedAsCharged(discrepancy)) return { outcome: 'behind-list', shows: null }
    return void (await concludeMissing(work, discrepancy, payment))
  }
  if (answer.outcome !== 'found') return answer
  const observed = observePayment(answer.payment)
  if (observed.kind === 'unreadable') {
    return void (await concludeUnreadable(work, discrepancy, { payment, shown: answer.payment }))
  }
  if (isBehindList(listedIn(discrepancy), observed.derived)) {
    return { outcome: 'behind-list', shows: observed.derived.state }
  }
  // The event may have arrived since the page.
  const latest = (await findPayment(ctx.db.query, payment.id)) ?? payment
  const found = paymentDifference(latest, observed)
  if (!found) return void (await drop(work, discrepancy))
  if (found.repair === 'needs-attention') {
    const contradictsCharge = !wasCharged(observed.derived.state)
    if (contradictsCharge && !run.dry) {
      // The check needs the row from before the GET.
      await recordAnswer(ctx, { payment, observed, foundBy: 'reconciliation' })
    }
    const conclusion = { ...about(latest, found), action: 'for_a_person' } as const
    return void (await recordOutcome(work, discrepancy, conclusion))
  }
  if (run.dry) {
    const { details, ...rest } = about(latest, found)
    const planned = planAttempt(latest, observed)
    const conclusion = { ...rest, action: 'repaired', details: { ...details, planned } } as const
    return void (await recordOutcome(work, discrepancy, conclusion))
  }
  await recordAnswer(ctx, { payment: latest, observed, foundBy: 'reconciliation' })
  const recorded = (await findPayment(ctx.db.query, payment.id)) ?? latest
  const left = paymentDifference(recorded, observed)
  await recordOutcome(
    work,
    discrepancy,
    left
      ? { ...about(recorded, left), action: 'for_a_person' }
      : { ...about(latest, found), action: 'repaired' },
  )
  return undefined
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
const concludeMissing = async (
  work: RunContext,
  discrepancy: DiscrepancyRow,
  payment: PaymentRow,
): Promise<void> => {
  const kind = 'missing_at_gateway'
  const isCharge = hasCharge(payment)
  const { id: paymentId, order_id: orderId } = payment
  const about = { orderId, paymentId, kind } as const
  if (!isCharge && (await wasFoundBefore(work.ctx.db.query, about))) {
    return drop(work, discrepancy)
  }
  await recordOutcome(work, discrepancy, {
    kind,
    action: isCharge ? 'for_a_person' : 'counted',
    details: {
      side: 'gateway',
      differs: {
        state: [payment.state, null],
        amount: [formatMoney(moneyFromMinor(payment.amount_minor, payment.currency)), null],
      },
      currency: payment.currency,
    },
    day: hondurasDayOf(payment.created_at),
  })
}

const concludeUnreadable = (
  work: RunContext,
  discrepancy: DiscrepancyRow,
  { payment, shown }: { payment: PaymentRow; shown: PaymentObject },
): Promise<void> =>
  recordOutcome(work, discrepancy, {
    kind: 'unreadable_payment',
    action: 'for_a_person',
    details: { side: 'gateway', differs: { state: [payment.state, shown.status] } },
    day: hondurasDayOf(payment.created_at),
  })
