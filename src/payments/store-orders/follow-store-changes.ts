import type { StoreRow } from '../../ledger/ledger.ts'
import { findOrderOfStore } from '../../ledger/orders.ts'
import { changesKnownUntil, noteChangesKnown } from '../../ledger/store-cursors.ts'
import { findStore, storesOfPlatforms } from '../../ledger/stores.ts'
import { addMs } from '../../platform/clock.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../context.ts'
import { type FollowUp, planToFollowStore } from '../follow-ups.ts'
import { noteAccess, noteAccessRefused } from '../store-access.ts'
import type { NotRead, OrderAtStore, Storefront } from '../storefront.ts'
import type { TaskOutcome } from '../task-outcome.ts'
import { applyStoreOrder } from './apply-store-order.ts'
import { findStoreOrder } from './find-store-order.ts'
import { failedAtStore } from './look-at-store-order.ts'

/** Changes of so long before a store was connected are of no order of ours. */
const FIRST_LOOK_BACK_MS = 60 * 60_000
/** The store's clock may be a little behind ours, and a change may be written late. */
const OVERLAP_MS = 2 * 60_000
/** One task does not go on for ever; the next one goes on where it stopped. */
const MOST_PAGES = 20

/**
 * Plans to ask every store of a platform what changed: its webhooks come once or not at all, so they
 * are hints, and this is what can be relied on.
 */
export const followAllStores = (ctx: PaymentsContext): Promise<void> =>
  planForAllStores(ctx, 'follow-store-changes')

/** Plans to see to the webhooks of every store of a platform. */
export const keepAllStoreWebhooks = (ctx: PaymentsContext): Promise<void> =>
  planForAllStores(ctx, 'keep-store-webhooks')

const planForAllStores = async (
  ctx: PaymentsContext,
  kind: 'follow-store-changes' | 'keep-store-webhooks',
): Promise<void> => {
  const now = ctx.clock.now()
  for (const { id } of await storesOfPlatforms(ctx.ledger.query)) {
    await planToFollowStore(ctx.ledger.query, { kind, storeId: id, now })
  }
  ctx.signals.send(WORK_SIGNAL)
}

/** Reads what changed in a store since the last time, page by page, and takes it over. */
export const followStoreChanges = async (
  ctx: PaymentsContext,
  { storeId }: FollowUp<'follow-store-changes'>,
): Promise<TaskOutcome> => {
  const { query } = ctx.ledger
  const store = await findStore(query, storeId)
  const storefront = store && ctx.storefrontOf(store)
  if (!store || !storefront?.changedOrders) return { outcome: 'done', note: 'no-such-store' }
  const now = ctx.clock.now()
  const knownUntil = await changesKnownUntil(query, storeId)
  const since = knownUntil
    ? addMs(earlier(knownUntil, now), -OVERLAP_MS)
    : addMs(now, -FIRST_LOOK_BACK_MS)
  for (let page = 1; page <= MOST_PAGES; page++) {
    const read = await storefront.changedOrders(since, page)
    if (read.outcome === 'not-read') return afterRefusal(ctx, store, read)
    for (const order of read.orders) await applyStoreOrder(ctx, store, order)
    const refusal = await findUnknown(ctx, { store, storefront, orders: read.orders })
    if (refusal) return afterRefusal(ctx, store, refusal)
    // An order of next year, by a clock that was wrong, hides nothing that comes before it.
    await noteChangesKnown(query, { storeId, until: earlier(read.until, now), now })
    if (read.isLast) break
  }
  await noteAccess(query, { storeId, now: ctx.clock.now() })
  return { outcome: 'done' }
}

/** Orders whose hint was lost are found here. */
const findUnknown = async (
  ctx: PaymentsContext,
  {
    store,
    storefront,
    orders,
  }: { store: StoreRow; storefront: Storefront; orders: readonly OrderAtStore[] },
): Promise<NotRead | undefined> => {
  for (const { id: orderId, toPay } of orders) {
    if (!toPay || (await findOrderOfStore(ctx.ledger.query, store.id, orderId))) continue
    const refusal = await findStoreOrder(ctx, { store, storefront, orderId })
    if (refusal) return refusal
  }
  return undefined
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/** A store that refuses us is asked on, but not by the minute: somebody has to see to it. */
const REFUSED_WAIT_MS = 15 * 60_000

const afterRefusal = async (
  ctx: PaymentsContext,
  store: StoreRow,
  refusal: NotRead,
): Promise<TaskOutcome> => {
  if (refusal.remedy === 'retry') return failedAtStore(refusal)
  const { detail } = refusal
  const now = ctx.clock.now()
  await noteAccessRefused(ctx.ledger.query, { storeId: store.id, reason: detail, now })
  return { outcome: 'failed', remedy: 'retry', detail, retryAfterMs: REFUSED_WAIT_MS }
}

export const keepStoreWebhooks = async (
  ctx: PaymentsContext,
  { storeId }: FollowUp<'keep-store-webhooks'>,
): Promise<TaskOutcome> => {
  const store = await findStore(ctx.ledger.query, storeId)
  const kept = await (store && ctx.storefrontOf(store))?.keepWebhooks?.()
  return kept?.outcome === 'not-read' ? failedAtStore(kept) : { outcome: 'done' }
}
