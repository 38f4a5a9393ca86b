import type { GraphqlFailure } from './outcome.ts'

/** What an app has left of a shop's points, as it was at some time: a leaky bucket. */
export interface Budget {
  /** Below zero when more was promised than there is: the next ones wait for longer. */
  available: number
  maximum: number
  /** Points a second. */
  restoreRate: number
  at: Date
}

/** What Shopify says of the cost of an operation, in `extensions.cost`. */
export interface CostReport {
  requestedQueryCost: number
  /** `null` for one that was not carried out. */
  actualQueryCost: number | null
  throttleStatus: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number }
}

/** Longer than this nobody waits within a call: the task is put off, and its slot is free. */
export const LONGEST_WAIT_MS = 5_000

const MOST_TRIES = 3
const WAITS_MS = [200, 1_000]

const availableAt = ({ available, maximum, restoreRate, at }: Budget, now: Date): number => {
  const passedMs = Math.max(0, now.getTime() - at.getTime())
  return Math.min(maximum, available + (passedMs / 1_000) * restoreRate)
}

/** How long it takes until `missing` points are back; a rate of none counts as never. */
const msFor = (missing: number, restoreRate: number): number =>
  missing <= 0 ? 0 : restoreRate > 0 ? Math.ceil((missing / restoreRate) * 1_000) : Infinity

/** How somebody waits who wants points. */
export interface Patience {
  longestWaitMs?: number | undefined
  /** Leaves a part to those who notify the shop of money: others ask when somebody opens a page. */
  leavesSome?: boolean | undefined
}

/** How far a call of a shop may go. */
export interface CallLimits extends Patience {
  /** By the process's own clock (`performance.now()`): from then on nothing is sent any more. */
  endsAt?: number | undefined
}

/** The part of all points that is left. */
const LEFT_PART = 0.25

/**
 * Takes the cost of an operation out of a budget. `go`: after `waitMs`. `full`: the wait is too long,
 * and nothing was taken.
 */
export const takeFrom = (
  budget: Budget,
  {
    cost,
    now,
    longestWaitMs = LONGEST_WAIT_MS,
    leavesSome = false,
  }: { cost: number; now: Date } & Patience,
): { outcome: 'go'; waitMs: number; left: Budget } | { outcome: 'full'; waitMs: number } => {
  const { maximum, restoreRate } = budget
  // What costs more than there can ever be is for Shopify to refuse.
  const wanted = Math.min(cost, maximum)
  const left = leavesSome ? Math.min(maximum * LEFT_PART, maximum - wanted) : 0
  const available = availableAt(budget, now)
  const waitMs = msFor(wanted + left - available, restoreRate)
  if (waitMs > longestWaitMs) return { outcome: 'full', waitMs }
  return { outcome: 'go', waitMs, left: { ...budget, available: available - wanted, at: now } }
}

/**
 * The budget after an answer. Shopify's number is right, but for what others have taken and not
 * asked for yet; so the smaller one counts.
 */
export const settled = (
  known: Budget | undefined,
  { taken, report, now }: { taken: number; report: CostReport; now: Date },
): Budget => {
  const { maximumAvailable, currentlyAvailable, restoreRate } = report.throttleStatus
  const spent = report.actualQueryCost ?? 0
  const reckoned = known ? availableAt(known, now) + taken - spent : currentlyAvailable
  return {
    available: Math.min(currentlyAvailable, reckoned),
    maximum: maximumAvailable,
    restoreRate,
    at: now,
  }
}

/** Until Shopify has the points that a throttled operation wants. */
export const msUntilAffordable = ({ requestedQueryCost, throttleStatus }: CostReport): number => {
  const { currentlyAvailable, restoreRate, maximumAvailable } = throttleStatus
  const wanted = Math.min(requestedQueryCost, maximumAvailable)
  return msFor(wanted - currentlyAvailable, restoreRate)
}

/**
 * How long to wait before a failed operation is sent again, in milliseconds; `undefined`: it is not.
 * One that changes the shop is repeated only where nothing was done, for sure: who called it looks
 * first what became of it. `tries`: those that have been made.
 */
export const waitBeforeRepeating = (
  failure: GraphqlFailure,
  { isRepeatable, tries }: { isRepeatable: boolean; tries: number },
): number | undefined => {
  if (failure.retry !== 'retry' || tries >= MOST_TRIES) return undefined
  if (failure.effect === 'unknown' && !isRepeatable) return undefined
  const waitMs = failure.retryAfterMs ?? WAITS_MS[tries - 1] ?? 0
  return waitMs <= LONGEST_WAIT_MS ? waitMs : undefined
}
