import { RETRY_WINDOW_MS, THREE_ATTEMPTS_MS } from '../contract/events.ts'
import type { LedgerQuery } from '../ledger/ledger.ts'
import { latestDeliveries, latestRefusals } from '../ledger/webhook-counts.ts'
import { countOpenGaps } from '../ledger/webhook-gaps.ts'
import { addMs } from '../platform/clock.ts'
import { type DeliveryFacts, evidenceSince } from './rules/webhook-trouble.ts'

/** What is known of the gateway's deliveries to each store, or to one. */
export const deliveryFacts = async (
  query: LedgerQuery,
  { now, storeId }: { now: Date; storeId?: string },
): Promise<(storeId: string) => DeliveryFacts> => {
  const gapsBefore = (foundBefore: Date) =>
    countOpenGaps(query, { foundBefore, foundSince: evidenceSince(now), storeId })
  const [latest, refusals, all, late, overdue] = await Promise.all([
    latestDeliveries(query, storeId),
    latestRefusals(query, storeId),
    gapsBefore(now),
    gapsBefore(addMs(now, -THREE_ATTEMPTS_MS)),
    gapsBefore(addMs(now, -RETRY_WINDOW_MS)),
  ])
  return (id) => ({
    lastAcceptedAt: latest.get(id)?.at ?? null,
    refusals: (refusals.get(id) ?? []).map(({ reason, at, age_seconds }) => ({
      reason,
      at,
      ageSeconds: age_seconds === null ? null : Number(age_seconds),
    })),
    gaps: { all: all.get(id), late: late.get(id), overdue: overdue.get(id) },
  })
}
