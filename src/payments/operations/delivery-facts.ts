import { RETRY_WINDOW_MS, THREE_ATTEMPTS_MS } from '../../contract/events.ts'
import type { DbQuery } from '../../db/db.ts'
import { latestDeliveries, latestRefusals } from '../../db/webhook-counts.ts'
import { countOpenGaps } from '../../db/webhook-gaps.ts'
import type { StoreId } from '../../domain/ids.ts'
import { addMs } from '../../runtime/clock.ts'
import { type DeliveryFacts, evidenceSince } from '../inbound/rules/webhook-health.ts'

/** What is known of the gateway's deliveries to each store, or to one. */
export const deliveryFacts = async (
  query: DbQuery,
  { now, storeId }: { now: Date; storeId?: StoreId },
): Promise<(storeId: StoreId) => DeliveryFacts> => {
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
