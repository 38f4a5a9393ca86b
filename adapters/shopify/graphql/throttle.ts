import { z } from 'zod'
import type { NoteCall } from '../../adapter.ts'
import type { Budget } from '../tables/rows.ts'
import type { GraphqlFailure } from './outcome.ts'

const costReport = z.object({
  requestedQueryCost: z.number(),
  /** Missing if not run. */
  actualQueryCost: z.number().nullish(),
  throttleStatus: z.object({
    maximumAvailable: z.number(),
    currentlyAvailable: z.number(),
    restoreRate: z.number(),
  }),
})
export type CostReport = z.output<typeof costReport>

export const readCost = (extensions: unknown): CostReport | undefined =>
  z.object({ cost: costReport }).safeParse(extensions).data?.cost

/** Upper bound on a wait within a call; beyond it, the task retries and frees its worker. */
export const LONGEST_WAIT_MS = 5_000

const MOST_TRIES = 3
const WAITS_MS = [200, 1_000]

const availableAt = ({ available, maximum, restore_rate, at }: Budget, now: Date): number => {
  const passedMs = Math.max(0, now.getTime() - at.getTime())
  return Math.min(maximum, available + (passedMs / 1_000) * restore_rate)
}

const msFor = (missing: number, restoreRate: number): number =>
  missing <= 0 ? 0 : restoreRate > 0 ? Math.ceil((missing / restoreRate) * 1_000) : Infinity

export interface Patience {
  longestWaitMs?: number | undefined
  /** For page views: leaves a reserve to notifications about money. */
  leavesSome?: boolean | undefined
}

export interface CallLimits extends Patience {
  /** Deadline by `performance.now()`: no request starts after it. */
  endsAt?: number | undefined
  /** Receives each HTTP call, for the delivery log. */
  noteCall?: NoteCall | undefined
}

const RESERVED_SHARE = 0.25

/** Claims points. `go`: send after `waitMs`. `full`: the wait is too long, nothing claimed. */
export const claimPoints = (
  budget: Budget,
  {
    cost,
    now,
    longestWaitMs = LONGEST_WAIT_MS,
    leavesSome,
  }: { cost: number; now: Date } & Patience,
): { outcome: 'go'; waitMs: number; left: Budget } | { outcome: 'full'; waitMs: number } => {
  const { maximum, restore_rate: restoreRate } = budget
  // Shopify refuses costs above the maximum.
  const cappedCost = Math.min(cost, maximum)
  const left = leavesSome ? Math.min(maximum * RESERVED_SHARE, maximum - cappedCost) : 0
  const available = availableAt(budget, now)
  const waitMs = msFor(cappedCost + left - available, restoreRate)
  if (waitMs > longestWaitMs) return { outcome: 'full', waitMs }
  return { outcome: 'go', waitMs, left: { ...budget, available: available - cappedCost, at: now } }
}

/**
 * Updates a budget. Shopify's balance ignores reservations in flight, so the lower figure counts.
 */
export const budgetAfter = (
  known: Budget | undefined,
  { taken: claimed, report, now }: { taken: number; report: CostReport; now: Date },
): Budget => {
  const { maximumAvailable, currentlyAvailable, restoreRate } = report.throttleStatus
  const spent = report.actualQueryCost ?? 0
  const reckoned = known ? availableAt(known, now) + claimed - spent : currentlyAvailable
  return {
    available: Math.min(currentlyAvailable, reckoned),
    maximum: maximumAvailable,
    restore_rate: restoreRate,
    at: now,
  }
}

export const msUntilAffordable = ({ requestedQueryCost, throttleStatus }: CostReport): number => {
  const { currentlyAvailable, restoreRate, maximumAvailable } = throttleStatus
  const cappedCost = Math.min(requestedQueryCost, maximumAvailable)
  return msFor(cappedCost - currentlyAvailable, restoreRate)
}

/**
 * Returns milliseconds, or `undefined` for no retry. Retries a mutation only if it certainly had no
 * effect; otherwise its caller re-reads first. `tries`: made so far.
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
