import { insertDiscrepancies } from '../../../db/reconciliation/discrepancies.ts'
import { paymentsOfWindow } from '../../../db/reconciliation/reconciliation-batches.ts'
import type { RowsPosition, RunPosition } from '../../../db/tables/reconciliation.ts'
import { instantsOf } from '../window.ts'
import { type RunContext, type StepOutcome, walkInRun, windowOf } from '../work.ts'

const PAYMENTS_AT_A_TIME = 1_000

/**
 * Walks a batch of our payments. Those on no page need a `GET` each: the sides may date a payment
 * differently, so the list proves little.
 */
export const walkUnseen = async (
  work: RunContext,
  position: RowsPosition,
): Promise<StepOutcome> => {
  const { ctx, run, store } = work
  const { start, end } = instantsOf(windowOf(run))
  const now = ctx.clock.now()
  return walkInRun(work, async (trx, held) => {
    const batch = await paymentsOfWindow(trx, held, {
      storeId: store.id,
      start,
      // Later payments belong to the next run.
      end: end < run.started_at ? end : run.started_at,
      after: position.after,
      limit: PAYMENTS_AT_A_TIME,
    })
    await insertDiscrepancies(
      trx,
      batch.rows
        .filter(({ is_seen }) => !is_seen)
        .map((payment) => ({
          run_id: run.id,
          kind: 'missing_at_gateway' as const,
          subject: payment.id,
          order_id: payment.order_id,
          payment_id: payment.id,
          gateway_payment_id: payment.gateway_payment_id,
          details: JSON.stringify({ side: 'gateway' }),
          action: 'found' as const,
          found_at: now,
        })),
    )
    const next: RunPosition = batch.isLast
      ? { phase: 'older_orders', after: null }
      : { phase: 'unseen', after: batch.last }
    return { next }
  })
}
