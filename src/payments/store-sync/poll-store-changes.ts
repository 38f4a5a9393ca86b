import type { StoreRow } from '../../db/db.ts'
import { advanceSync, syncPosition } from '../../db/stores/store-cursors.ts'
import { findStore, storesOfPlatforms } from '../../db/stores/stores.ts'
import { addTasks } from '../../db/tasks/outbox.ts'
import type { StoreId } from '../../domain/ids.ts'
import { addMs } from '../../runtime/clock.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { rowOfStore } from '../ports/platform-views.ts'
import type { NotRead } from '../ports/storefront.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import { newCheckStoreWebhooksTask, newStorePollTask } from '../ports/tasks/store-tasks.ts'
import { noteAccessRefused, probeRefusedPart, resumeAfterAccess } from '../stores/store-access.ts'
import { applyStoreOrders } from './apply-store-order.ts'
import { failedAtStore } from './sync-store-order.ts'

/** Range of a store's first poll: older changes concern no order of ours. */
const FIRST_LOOKBACK_MS = 60 * 60_000
/** Overlap for clock skew and late writes. */
const OVERLAP_MS = 2 * 60_000
/** Bound per task; the next one resumes. */
const MOST_PAGES = 20
/** Time limit per task. Leaves room below the task timeout for a slow store's last page. */
const LONGEST_MS = 2 * 60_000

/**
 * Enqueues polls of all stores on polled platforms. Their webhooks arrive once or never: only
 * polling is reliable.
 */
export const enqueueStorePolls = (ctx: PaymentsContext): Promise<void> =>
  planForAllStores(ctx, newStorePollTask)

export const enqueueWebhookChecks = (ctx: PaymentsContext): Promise<void> =>
  planForAllStores(ctx, newCheckStoreWebhooksTask)

const planForAllStores = async (
  ctx: PaymentsContext,
  taskTo: typeof newStorePollTask,
): Promise<void> => {
  const now = ctx.clock.now()
  const polled = ctx.platforms
    .filter(({ adapter }) => adapter.traits.isPolled)
    .map(({ adapter }) => adapter.name)
  const stores = await storesOfPlatforms(ctx.db.query, polled)
  await addTasks(
    ctx.db.query,
    stores.map(({ id }) => taskTo(id, { now })),
  )
  ctx.signals.send(WORK_SIGNAL)
}

export const pollStoreChanges = async (
  ctx: PaymentsContext,
  { storeId }: { storeId: StoreId },
): Promise<TaskOutcome> => {
  const { query } = ctx.db
  const store = await findStore(query, storeId)
  const storefront = store && ctx.storefrontOf(store)
  if (!store || !storefront?.changedOrders) return NO_SUCH_STORE
  const now = ctx.clock.now()
  await storefront.applyMerchantDecisions?.()
  const known = await syncPosition(query, storeId)
  const since = known?.walk?.since ?? sinceWhen(known?.until, now)
  let position = known?.walk?.position
  const endsAt = performance.now() + LONGEST_MS
  for (let page = 1; page <= MOST_PAGES && performance.now() < endsAt; page++) {
    const read = await storefront.changedOrders(since, page, position)
    if (read.outcome === 'not-read') {
      // Stale cursor: the next poll begins a new walk.
      if (read.retry === 'permanent' && known) {
        await advanceSync(query, { storeId, until: known.until, walk: undefined, now })
      }
      return afterRefusal(ctx, store, read)
    }
    await applyStoreOrders(ctx, store, read)
    const hasAdvanced = read.position !== position
    position = read.position
    const isOver = read.isLast && !read.refusal
    const walk = position === undefined || isOver ? undefined : { since, position }
    // A future timestamp (wrong clock) must not hide earlier changes.
    await advanceSync(query, { storeId, until: earlier(read.until, now), walk, now })
    if (isOver) break
    // Progress is committed; the next poll resumes there.
    const isForLater = read.refusal?.retry === 'retry' && hasAdvanced
    if (isForLater) return { outcome: 'done', note: 'goes-on-later' }
    if (read.refusal) return afterRefusal(ctx, store, read.refusal)
  }
  const access = { storeId, now: ctx.clock.now() }
  await resumeAfterAccess(query, access)
  await probeRefusedPart(query, access)
  return { outcome: 'done' }
}

const sinceWhen = (knownUntil: Date | undefined, now: Date): Date =>
  knownUntil ? addMs(earlier(knownUntil, now), -OVERLAP_MS) : addMs(now, -FIRST_LOOKBACK_MS)

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

const NO_SUCH_STORE: TaskOutcome = { outcome: 'done', note: 'no-such-store' }

/** Backoff while a store refuses us, which only the merchant can change. */
const REFUSED_WAIT_MS = 15 * 60_000

const afterRefusal = async (
  ctx: PaymentsContext,
  store: StoreRow,
  refusal: NotRead,
): Promise<TaskOutcome> => {
  if (refusal.retry === 'retry') return failedAtStore(refusal)
  const { detail } = refusal
  const isConnected = await noteAccessRefused(ctx.db.query, {
    storeId: store.id,
    reason: detail,
    isConnected: (latest) => ctx.storefrontOf(rowOfStore(latest)).changedOrders !== undefined,
    now: ctx.clock.now(),
  })
  if (!isConnected) return NO_SUCH_STORE
  return { outcome: 'failed', retry: 'retry', detail, retryAfterMs: REFUSED_WAIT_MS }
}

export const checkStoreWebhooks = async (
  ctx: PaymentsContext,
  { storeId }: { storeId: StoreId },
): Promise<TaskOutcome> => {
  const store = await findStore(ctx.db.query, storeId)
  const kept = await (store && ctx.storefrontOf(store))?.keepWebhooks?.()
  return kept?.outcome === 'not-read' ? failedAtStore(kept) : { outcome: 'done' }
}
