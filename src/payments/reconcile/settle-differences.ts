import type { Failure } from '../../gateway/outcomes.ts'
import { type DiscrepancyRow, noteVainTry, openDiscrepancies } from '../../ledger/discrepancies.ts'
import { updateRun } from '../../ledger/reconciliations.ts'
import { conclude } from './conclude.ts'
import type { DifferenceDetails } from './describe-difference.ts'
import { settleOrder } from './settle-order.ts'
import { settlePayment } from './settle-payment.ts'
import { settleUnknown } from './settle-unknown.ts'
import { OVERTAKEN, type Progress, WENT_ON, type Work } from './work.ts'

const AT_A_TIME = 4
/** One payment that the gateway cannot show does not keep a run from its end. */
const MOST_VAIN_TRIES = 4

/**
 * Looks at what the run has found so far and not looked at yet, a few at a time. `undefined` when
 * there is nothing. What was written down as found is looked at again after a crash, so nothing that
 * is repaired stays out of the report.
 */
export const settleDifferences = async (work: Work): Promise<Progress | undefined> => {
  const { ctx, run } = work
  const open = await openDiscrepancies(ctx.ledger.query, run.id, AT_A_TIME)
  if (open.length === 0) return undefined
  const failures = await Promise.all(open.map((discrepancy) => settle(work, discrepancy)))
  const failure = failures.find((each) => each !== undefined)
  if (failure && failures.every((each) => each !== undefined)) return { outcome: 'failed', failure }
  const changes = { failures: 0, updated_at: ctx.clock.now() }
  return (await updateRun(ctx.ledger.query, run, changes)) ? WENT_ON : OVERTAKEN
}

const settle = async (work: Work, discrepancy: DiscrepancyRow): Promise<Failure | undefined> => {
  const failure = await lookAt(work, discrepancy)
  if (!failure) return undefined
  const tries = await noteVainTry(work.ctx.ledger.query, discrepancy.id)
  if (tries < MOST_VAIN_TRIES || failure.outcome === 'unauthorized') return failure
  const { kind, details } = discrepancy
  const reason = failure.outcome === 'unreachable' ? failure.detail : failure.outcome
  const unknown: DifferenceDetails = { ...details, side: 'gateway', not_asked: reason }
  await conclude(work, discrepancy, { kind, action: 'for_a_person', details: unknown })
  return undefined
}

const lookAt = (work: Work, discrepancy: DiscrepancyRow): Promise<Failure | undefined> => {
  if (discrepancy.kind === 'payment_unknown') return settleUnknown(work, discrepancy)
  if (discrepancy.payment_id !== null) return settlePayment(work, discrepancy)
  if (discrepancy.order_id !== null) return settleOrder(work, discrepancy)
  return concludeUnreadable(work, discrepancy)
}

/** An item of a page that is no payment, and belongs to none that the ledger has. */
const concludeUnreadable = async (work: Work, discrepancy: DiscrepancyRow): Promise<undefined> => {
  const { kind, details } = discrepancy
  await conclude(work, discrepancy, { kind, action: 'for_a_person', details })
  return undefined
}
