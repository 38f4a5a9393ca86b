import { type DiscrepancyRow, noteVainTry, openDiscrepancies } from '../../db/discrepancies.ts'
import { updateRun } from '../../db/reconciliations.ts'
import type { RunPosition } from '../../db/tables/reconciliation.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { isDatabaseAway, isLockConflict } from '../../runtime/database.ts'
import { errorMessage } from '../../runtime/failure.ts'
import { keepableText } from '../../runtime/keepable.ts'
import { conclude } from './close-discrepancies.ts'
import type { DifferenceDetails } from './describe-discrepancy.ts'
import type { BehindList } from './listed.ts'
import { repairOrder } from './repair-order.ts'
import { repairPayment } from './repair-payment.ts'
import { repairUnmatchedPayment } from './repair-unmatched-payment.ts'
import { OVERTAKEN, type Progress, WENT_ON, type Work, windowOf } from './work.ts'

const AT_A_TIME = 4
/** One payment that the gateway cannot show does not keep a run from its end. */
const MOST_VAIN_TRIES = 4
/** At the end of a run, what was looked at in vain is looked at again after so long each time. */
const WAITS_MS = [10_000, 60_000, 5 * 60_000] as const

/** It met what nobody thought of. */
interface Unexpected {
  outcome: 'unexpected'
  detail: string
}

/** Why a difference could not be settled: the gateway did not answer, or contradicts itself. */
export type Unsettled = Failure | BehindList | Unexpected

/**
 * Looks at what the run has found so far and not looked at yet, a few at a time. `undefined` when
 * there is nothing. What was written down as found is looked at again after a crash, so nothing that
 * is repaired stays out of the report.
 */
export const repairDiscrepancies = async (work: Work): Promise<Progress | undefined> => {
  const { ctx, run } = work
  const found = await openDiscrepancies(ctx.db.query, run.id, {
    mostTries: roundOf(run.position),
    limit: AT_A_TIME,
  })
  if (found.length === 0) return undefined
  const looked = await Promise.all(
    found.map(async (discrepancy) => ({ discrepancy, why: await tryToSettle(work, discrepancy) })),
  )
  const unsettled = looked.flatMap(({ discrepancy, why }) => (why ? [{ discrepancy, why }] : []))
  const failure = await failureOfGateway(
    work,
    unsettled.map(({ why }) => why),
  )
  if (failure) {
    return { outcome: 'failed', failure, gotFurther: unsettled.length < found.length }
  }
  for (const { discrepancy, why } of unsettled) await giveUpAfterVainTries(work, discrepancy, why)
  const changes = { failures: 0, updated_at: ctx.clock.now() }
  return (await updateRun(ctx.db.query, run, changes)) ? WENT_ON : OVERTAKEN
}

/**
 * What was looked at in vain is looked at once more after a while, when all the rest is done.
 * `undefined` when there is nothing of it left.
 */
export const beginNextRound = async (
  { ctx, run }: Work,
  position: RunPosition & { phase: 'end' },
): Promise<Progress | undefined> => {
  const { query } = ctx.db
  const left = await openDiscrepancies(query, run.id, { mostTries: MOST_VAIN_TRIES, limit: 1 })
  if (left.length === 0) return undefined
  const round = roundOf(position) + 1
  const next: RunPosition = { phase: 'end', round }
  const changes = { position: JSON.stringify(next), updated_at: ctx.clock.now() }
  const forMs = WAITS_MS[Math.min(round, WAITS_MS.length) - 1] ?? 0
  return (await updateRun(query, run, changes)) ? { outcome: 'rests', forMs } : OVERTAKEN
}

const roundOf = (position: RunPosition): number =>
  position.phase === 'end' ? (position.round ?? 0) : 0

/**
 * The failure that is the gateway's, not that of the payments it was asked for. It was not reached,
 * it says "later" (the longest wait that it asks for counts), or it does not take the key; any other
 * failure is the gateway's as well when it does not even show its list.
 */
const failureOfGateway = async (
  { gateway, run }: Work,
  unsettled: readonly Unsettled[],
): Promise<Failure | undefined> => {
  const failures = unsettled.flatMap((why) =>
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

/** Not settled, for what is about this one payment: after some tries it is for a person. */
const giveUpAfterVainTries = async (
  work: Work,
  discrepancy: DiscrepancyRow,
  why: Unsettled,
): Promise<void> => {
  const tries = await noteVainTry(work.ctx.db.query, discrepancy.id)
  if (tries < MOST_VAIN_TRIES) return
  const { kind } = discrepancy
  const details: DifferenceDetails = { ...discrepancy.details, side: 'gateway' }
  await conclude(work, discrepancy, {
    action: 'for_a_person',
    ...(why.outcome === 'behind-list'
      ? { kind: 'gateway_disagrees', details: { ...details, by_itself: why.shows } }
      : { kind, details: { ...details, not_asked: reasonOf(why) } }),
  })
}

const reasonOf = (why: Failure | Unexpected): string =>
  why.outcome === 'unreachable' || why.outcome === 'unexpected' ? why.detail : why.outcome

/** One difference that nobody thought of does not keep the run from the others. */
const tryToSettle = async (
  work: Work,
  discrepancy: DiscrepancyRow,
): Promise<Unsettled | undefined> => {
  try {
    return await readAgain(work, discrepancy)
  } catch (error) {
    if (isDatabaseAway(error) || isLockConflict(error)) throw error
    const { id, subject } = discrepancy
    work.ctx.log.error({ err: error, difference: id.toString(), subject }, 'difference not settled')
    return { outcome: 'unexpected', detail: keepableText(`unexpected: ${errorMessage(error)}`) }
  }
}

const readAgain = (work: Work, discrepancy: DiscrepancyRow): Promise<Unsettled | undefined> => {
  if (discrepancy.kind === 'payment_unknown') return repairUnmatchedPayment(work, discrepancy)
  if (discrepancy.payment_id !== null) return repairPayment(work, discrepancy)
  if (discrepancy.order_id !== null) {
    return repairOrder(work, discrepancy, discrepancy.order_id)
  }
  return concludeUnreadable(work, discrepancy)
}

/** An item of a page that is no payment, and belongs to none that the database has. */
const concludeUnreadable = async (work: Work, discrepancy: DiscrepancyRow): Promise<undefined> => {
  const { kind, details } = discrepancy
  await conclude(work, discrepancy, { kind, action: 'for_a_person', details })
  return undefined
}
