import {
  countFailedCheck,
  type DiscrepancyRow,
  openDiscrepancies,
} from '../../../db/reconciliation/discrepancies.ts'
import type { RunPosition } from '../../../db/tables/reconciliation.ts'
import type { Failure } from '../../../gateway/outcomes.ts'
import { errorMessage } from '../../../runtime/failure.ts'
import { isDatabaseUnreachable, isLockConflict } from '../../../runtime/postgres/database.ts'
import { toStorableText } from '../../../runtime/text/storable.ts'
import type { DifferenceDetails } from '../compare/describe-discrepancy.ts'
import { advanceRun, type RunContext, type StepOutcome, windowOf } from '../work.ts'
import { applyResolution, type Resolution, recorded } from './close-discrepancies.ts'
import type { Unresolved } from './read-payment.ts'
import { repairOrder } from './repair-order.ts'
import { repairPayment } from './repair-payment.ts'
import { repairUnmatchedPayment } from './repair-unmatched-payment.ts'

const AT_A_TIME = 4
/** Bound on failed tries: one unreadable payment must not block the run. */
const MOST_VAIN_TRIES = 4
const WAITS_MS = [10_000, 60_000, 5 * 60_000] as const

/**
 * Repairs a batch of open discrepancies; `undefined` if none is open. A crash leaves them open, so
 * the report misses no repair.
 */
export const repairDiscrepancies = async (work: RunContext): Promise<StepOutcome | undefined> => {
  const { ctx, run } = work
  const found = await openDiscrepancies(ctx.db.query, run.id, {
    mostTries: roundOf(run.position),
    limit: AT_A_TIME,
  })
  if (found.length === 0) return undefined
  const tried = await Promise.all(
    found.map(async (discrepancy) => ({ discrepancy, why: await tryRepair(work, discrepancy) })),
  )
  const unresolved = tried.flatMap(({ discrepancy, why }) => (why ? [{ discrepancy, why }] : []))
  const failure = await failureOfGateway(
    work,
    unresolved.map(({ why }) => why),
  )
  if (failure) {
    return { outcome: 'failed', failure, gotFurther: unresolved.length < found.length }
  }
  for (const { discrepancy, why } of unresolved) await giveUpAfterVainTries(work, discrepancy, why)
  return advanceRun(work, { failures: 0 })
}

/** Schedules a retry round at the end; `undefined` without open discrepancies. */
export const beginNextRound = async (
  work: RunContext,
  position: RunPosition & { phase: 'end' },
): Promise<StepOutcome | undefined> => {
  const { ctx, run } = work
  const atMost = { mostTries: MOST_VAIN_TRIES, limit: 1 }
  const left = await openDiscrepancies(ctx.db.query, run.id, atMost)
  if (left.length === 0) return undefined
  const round = roundOf(position) + 1
  const next: RunPosition = { phase: 'end', round }
  const forMs = WAITS_MS[Math.min(round, WAITS_MS.length) - 1] ?? 0
  return advanceRun(work, { position: JSON.stringify(next) }, { outcome: 'rests', forMs })
}

const roundOf = (position: RunPosition): number =>
  position.phase === 'end' ? (position.round ?? 0) : 0

/**
 * Returns a failure of the gateway itself, which counts against the run and not against a
 * discrepancy: unreachable, throttled (the longest wait wins) or a refused key. Other failures
 * count only if the list of payments fails too.
 */
const failureOfGateway = async (
  { gateway, run }: RunContext,
  unresolved: readonly Unresolved[],
): Promise<Failure | undefined> => {
  const failures = unresolved.flatMap((why) =>
    why.outcome === 'behind-list' || why.outcome === 'unexpected' ? [] : [why],
  )
  if (failures.length === 0) return undefined
  const [worst] = failures.filter(isOfGateway).sort((one, other) => waitOf(other) - waitOf(one))
  if (worst) return worst
  const list = await gateway.listPayments({ ...windowOf(run), page: 1 })
  return list.outcome === 'page' || list.outcome === 'refused' ? undefined : list
}

const isOfGateway = (failure: Failure): boolean =>
  failure.outcome === 'unauthorized' ||
  (failure.outcome === 'unreachable' &&
    (failure.effect === 'none' || failure.retryAfterSeconds !== undefined))

const waitOf = (failure: Failure): number =>
  failure.outcome === 'unauthorized'
    ? Number.POSITIVE_INFINITY
    : failure.outcome === 'unreachable'
      ? (failure.retryAfterSeconds ?? 0)
      : 0

const giveUpAfterVainTries = async (
  work: RunContext,
  discrepancy: DiscrepancyRow,
  why: Unresolved,
): Promise<void> => {
  const tries = await countFailedCheck(work.ctx.db.query, discrepancy.id)
  if (tries < MOST_VAIN_TRIES) return
  const { kind } = discrepancy
  const details: DifferenceDetails = { ...discrepancy.details, side: 'gateway' }
  const found =
    why.outcome === 'behind-list'
      ? { kind: 'gateway_disagrees' as const, details: { ...details, by_itself: why.shows } }
      : { kind, details: { ...details, not_asked: reasonOf(why) } }
  await applyResolution(work, discrepancy, recorded({ action: 'for_a_person', ...found }))
}

const reasonOf = (why: Exclude<Unresolved, { outcome: 'behind-list' }>): string =>
  why.outcome === 'unreachable' || why.outcome === 'unexpected' ? why.detail : why.outcome

const tryRepair = async (
  work: RunContext,
  discrepancy: DiscrepancyRow,
): Promise<Unresolved | undefined> => {
  try {
    return await applyResolution(work, discrepancy, await readAgain(work, discrepancy))
  } catch (error) {
    if (isDatabaseUnreachable(error) || isLockConflict(error)) throw error
    const { id, subject } = discrepancy
    work.ctx.log.error({ err: error, difference: id.toString(), subject }, 'difference not settled')
    return { outcome: 'unexpected', detail: toStorableText(`unexpected: ${errorMessage(error)}`) }
  }
}

const readAgain = async (work: RunContext, discrepancy: DiscrepancyRow): Promise<Resolution> => {
  const { kind, payment_id, order_id, details } = discrepancy
  if (kind === 'payment_unknown') return repairUnmatchedPayment(work, discrepancy)
  if (payment_id !== null) return repairPayment(work, discrepancy)
  if (order_id !== null) return repairOrder(work, discrepancy, order_id)
  return recorded({ kind, action: 'for_a_person', details })
}
