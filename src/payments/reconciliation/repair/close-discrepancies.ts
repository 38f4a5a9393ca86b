import type { DbQuery } from '../../../db/db.ts'
import { addToTimeline } from '../../../db/orders/timeline.ts'
import {
  closeDiscrepancy,
  type DiscrepancyRow,
  dropDiscrepancy,
} from '../../../db/reconciliation/discrepancies.ts'
import type { DifferenceAction, DiscrepancyKind } from '../../../db/tables/reconciliation.ts'
import type { OrderId, PaymentId } from '../../../domain/ids.ts'
import { openAlert } from '../../alerts/alerts.ts'
import { WORK_SIGNAL } from '../../ports/context.ts'
import { alertOfDiscrepancy, type DifferenceDetails } from '../compare/describe-discrepancy.ts'
import { isListFull } from '../run-alerts.ts'
import { type RunContext, windowOf } from '../work.ts'
import type { Unresolved } from './read-payment.ts'

export interface DiscrepancyOutcome {
  kind: DiscrepancyKind
  action: 'repaired' | 'for_a_person' | 'counted'
  details: DifferenceDetails
  orderId?: OrderId | null
  paymentId?: PaymentId | null
  /** A later reconciliation of this day closes the alert. */
  day?: string | undefined
}

const IN_A_DRY_RUN = {
  repaired: 'would_be_repaired',
  for_a_person: 'would_be_for_a_person',
  counted: 'counted',
} as const satisfies Record<DiscrepancyOutcome['action'], DifferenceAction>

/** The repair `also` shares the transaction of the outcome; a dry run skips it. */
interface Recorded {
  outcome: 'recorded'
  conclusion: DiscrepancyOutcome
  also: ((trx: DbQuery) => Promise<void>) | undefined
}

export const recorded = (conclusion: DiscrepancyOutcome, also?: Recorded['also']): Recorded => ({
  outcome: 'recorded',
  conclusion,
  also,
})

/** A second read found both sides equal. */
export const DROPPED = { outcome: 'dropped' } as const

export type Resolution = Recorded | typeof DROPPED | Unresolved

/** Returns why the discrepancy stays open, if it does. */
export const applyResolution = async (
  work: RunContext,
  discrepancy: DiscrepancyRow,
  resolution: Resolution,
): Promise<Unresolved | undefined> => {
  switch (resolution.outcome) {
    case 'recorded':
      await recordOutcome(work, discrepancy, resolution)
      return undefined
    case 'dropped':
      await dropDiscrepancy(work.ctx.db.query, discrepancy.id)
      return undefined
    default:
      return resolution
  }
}

/** Opens an alert if an operator must act. */
const recordOutcome = async (
  { ctx, run, store }: RunContext,
  discrepancy: DiscrepancyRow,
  { conclusion, also }: Recorded,
): Promise<void> => {
  const { kind, action, details } = conclusion
  const orderId = conclusion.orderId ?? discrepancy.order_id
  const paymentId = conclusion.paymentId ?? discrepancy.payment_id
  const now = ctx.clock.now()
  await ctx.db.long.query.transaction().execute(async (trx) => {
    const isOurs = await closeDiscrepancy(trx, discrepancy.id, {
      kind,
      action: run.dry ? IN_A_DRY_RUN[action] : action,
      details: JSON.stringify(details),
      order_id: orderId,
      payment_id: paymentId,
      settled_at: now,
    })
    if (!isOurs || run.dry) return
    await also?.(trx)
    if (orderId) {
      await addToTimeline(trx, {
        at: now,
        order_id: orderId,
        payment_id: paymentId ?? undefined,
        kind: 'difference_found',
        details: { run: run.id, difference: kind, action },
      })
    }
    const problem = action === 'for_a_person' ? alertOfDiscrepancy(kind, details) : undefined
    if (!problem || (await isListFull(trx, run.id))) return
    await openAlert(trx, {
      kind: problem,
      storeId: store.id,
      orderId: orderId ?? undefined,
      subject: discrepancy.subject,
      details: {
        ...details,
        difference: kind,
        ...(paymentId ? { payment: paymentId } : {}),
        ...(discrepancy.gateway_payment_id
          ? { gateway_payment_id: String(discrepancy.gateway_payment_id) }
          : {}),
        run: run.id,
        day: conclusion.day ?? details.day ?? windowOf(run).to,
      },
      now,
    })
  })
  if (also && !run.dry) ctx.signals.send(WORK_SIGNAL)
}
