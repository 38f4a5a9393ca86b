import { hondurasDayOf } from '../../contract/honduras-time.ts'
import type { StoreRow } from '../../db/db.ts'
import { runsSince } from '../../db/reconciliation/reconciliations.ts'
import { listStores } from '../../db/stores/stores.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { policyOf } from '../ports/policy.ts'
import { beginReconciliation } from './begin.ts'
import { backfillDays } from './rules/backfill-days.ts'
import { nightOf } from './rules/nightly.ts'
import type { DayWindow } from './window.ts'

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
    const comparesStore = false
    await beginReconciliation(ctx, {
      store,
      window,
      dry: false,
      trigger: 'demand',
      comparesStore,
    })
  }
}

const olderWindowOf = (store: StoreRow, night: string): DayWindow | undefined => {
  const window = backfillDays(night, policyOf(store).reconcile.days)
  return window && window.to >= hondurasDayOf(store.created_at) ? window : undefined
}
