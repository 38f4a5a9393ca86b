import { hondurasDayOf } from '../../contract/honduras-time.ts'
import type { StoreRow } from '../../db/db.ts'
import {
  lastNightlyRun,
  runsSince,
  storesWithRunUntil,
} from '../../db/reconciliation/reconciliations.ts'
import { listStores } from '../../db/stores/stores.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { policyOf } from '../ports/policy.ts'
import { beginReconciliation } from './begin.ts'
import { backfillDays } from './rules/backfill-days.ts'
import { nightOf } from './rules/nightly.ts'
import { type DayWindow, dayAfter, windowOfNight } from './window.ts'

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

/**
 * Begins a slice of older days after a store's nightly reconciliation: finds late portal refunds
 * with lost events within four weeks. Skips the store side: shops archive old orders.
 */
export const beginBackfills = async (ctx: PaymentsContext): Promise<void> => {
  const now = ctx.clock.now()
  for (const store of await listStores(ctx.db.query)) {
    const { day, at } = nightOf(store.id, now)
    if (!policyOf(store).reconcile.nightly || now < at) continue
    const window = olderWindowOf(store, day)
    if (!window) continue
    const tonight = await runsSince(ctx.db.query, store.id, at)
    const nightly = tonight.find(({ trigger }) => trigger === 'schedule')
    const isBegun = tonight.some(({ store_side }) => store_side === 'not_asked')
    if (isBegun || nightly === undefined || nightly.state === 'running') continue
    const run = { dry: false, trigger: 'demand', comparesStore: false } as const
    await beginReconciliation(ctx, { store, window, ...run })
  }
}

const olderWindowOf = (store: StoreRow, night: string): DayWindow | undefined => {
  const window = backfillDays(night, policyOf(store).reconcile.days)
  return window && window.to >= hondurasDayOf(store.created_at) ? window : undefined
}
