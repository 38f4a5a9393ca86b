import type { OrderRow, PaymentRow } from '../../db/db.ts'
import type { Failure } from '../../gateway/outcomes.ts'

/** A decision that needs `attempts` refreshed first, because the customer may have paid one. */
export interface Stale {
  outcome: 'stale'
  of: 'attempts' | 'charge'
  order: OrderRow
  attempts: PaymentRow[]
}

/** The attempts stay open after a refresh, or the refresh failed. */
export interface StillOpen {
  outcome: 'still-open'
  order: OrderRow
  failure: Failure | undefined
}

export type Refreshed = ReadonlySet<Stale['of']>

/** Decides, refreshes stale attempts and decides again. Refreshes each kind (`of`) once. */
export const decideRefreshed = async <Decision extends { outcome: string }>(
  decide: (refreshed: Refreshed) => Promise<Decision | Stale>,
  refresh: (stale: Stale) => Promise<Failure | undefined>,
): Promise<Decision | StillOpen> => {
  const refreshed = new Set<Stale['of']>()
  for (;;) {
    const decision = await decide(refreshed)
    if (!isStale(decision)) return decision
    const { of, order } = decision
    const isRepeated = refreshed.has(of)
    const failure = isRepeated ? undefined : await refresh(decision)
    if (isRepeated || failure) return { outcome: 'still-open', order, failure }
    refreshed.add(of)
  }
}

const isStale = (decision: { outcome: string }): decision is Stale => decision.outcome === 'stale'
