import { RETRY_WINDOW_MS, THREE_ATTEMPTS_MS } from '../../contract/events.ts'
import type { DbQuery } from '../../db/db.ts'
import { latestDeliveries, latestRefusals } from '../../db/events/webhook-counts.ts'
import { countOpenGaps } from '../../db/events/webhook-gaps.ts'
import type { StoreId } from '../../domain/ids.ts'
import { addMs, MINUTE } from '../../runtime/clock.ts'
import { type DeliveryFacts, webhookEvidenceSince } from '../inbound/rules/webhook-health.ts'

/** Minimum age of a settled gap: a returning customer often reveals a change before its event. */
const DUE_AFTER_MS = MINUTE

/** Loads delivery evidence of all stores, or some. `dueAfterMs`: age of a settled gap. */
export const deliveryFacts = async (
  query: DbQuery,
  of: { now: Date; storeIds?: readonly StoreId[]; dueAfterMs?: number },
): Promise<(storeId: StoreId) => DeliveryFacts> => {
  const { now, storeIds, dueAfterMs = DUE_AFTER_MS } = of
  const foundBefore = {
    all: now,
    settled: addMs(now, -dueAfterMs),
    late: addMs(now, -THREE_ATTEMPTS_MS),
    overdue: addMs(now, -RETRY_WINDOW_MS),
  }
  const [latest, refusals, gaps] = await Promise.all([
    latestDeliveries(query, storeIds),
    latestRefusals(query, storeIds),
    countOpenGaps(query, { foundBefore, foundSince: webhookEvidenceSince(now), storeIds }),
  ])
  return (id) => ({
    lastAcceptedAt: latest.get(id)?.at ?? null,
    refusals: (refusals.get(id) ?? []).map(({ reason, at, age_seconds }) => ({
      reason,
      at,
      ageSeconds: age_seconds === null ? null : Number(age_seconds),
    })),
    gaps: gaps.get(id) ?? {},
  })
}
