import { lastNightlyRun, storesWithRunUntil } from '../../db/reconciliation/reconciliations.ts'
import { listStores } from '../../db/stores/stores.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { policyOf } from '../ports/policy.ts'
import { beginReconciliation } from './begin.ts'
import { nightOf } from './rules/nightly.ts'
import { dayAfter, windowOfNight } from './window.ts'

/**
 * Begins due nightly runs, over the days up to yesterday. Makes up for a missed or blocked run on
 * the same day; the next night covers a failed run's days.
 */
export const beginNightlyReconciliations = async (ctx: PaymentsContext): Promise<void> => {
  const now = ctx.clock.now()
  const begun = new Map<string, Set<string>>()
  for (const store of await listStores(ctx.db.query)) {
    const { nightly, days } = policyOf(store).reconcile
    const { day, at } = nightOf(store.id, now)
    // A store connected after its start time waits a night.
    if (!nightly || now < at || store.created_at >= at) continue
    const to = dayAfter(day, -1)
    const done = begun.get(to) ?? (await storesWithRunUntil(ctx.db.query, to))
    begun.set(to, done)
    if (done.has(store.id)) continue
    const before = await lastNightlyRun(ctx.db.query, store.id)
    const window = windowOfNight({ to, days, before })
    await beginReconciliation(ctx, { store, window, dry: false, trigger: 'schedule' })
  }
}
