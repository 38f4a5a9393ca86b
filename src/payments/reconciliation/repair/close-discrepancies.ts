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
import { alertOfDiscrepancy, type DifferenceDetails } from '../compare/describe-discrepancy.ts'
import { isListFull } from '../compare/most-alerts.ts'
import { type RunContext, windowOf } from '../work.ts'

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

/**
 * Records the outcome of a discrepancy, and its alert if an operator must act. The repair `also`
 * shares the transaction; a dry run skips it.
 */
export const recordOutcome = async (
  { ctx, run, store }: RunContext,
  discrepancy: DiscrepancyRow,
  conclusion: DiscrepancyOutcome,
  also: (trx: DbQuery) => Promise<void> = async () => {},
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
    await also(trx)
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
}

/** Drops a discrepancy: a second read found both sides equal. */
export const drop = ({ ctx }: RunContext, { id }: DiscrepancyRow): Promise<void> =>
  dropDiscrepancy(ctx.db.query, id)
