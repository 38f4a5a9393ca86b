import { findOrderOfStore } from '../../db/orders/orders.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { NotRead } from '../ports/storefront.ts'
import { type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import { ACCESS_WAITS_MS } from '../stores/store-access.ts'
import { applyStoreOrder, deletedOrder } from './apply-store-order.ts'
import { applyStoreOrders } from './apply-store-orders.ts'
import { importIfUnpaid } from './find-store-order.ts'
import { closeNotInStoreAlert, openNotInStoreAlert } from './order-not-in-store.ts'

/** Reads an order after a hint and applies it; an unknown one may await payment through us. */
export const syncStoreOrder = async (
  ctx: PaymentsContext,
  { storeId, externalId }: { storeId: StoreId; externalId: string },
): Promise<TaskOutcome> => {
  const store = await findStore(ctx.db.query, storeId)
  const storefront = store && ctx.storefrontOf(store)
  if (!store || !storefront?.readOrders) return { outcome: 'done', note: 'no-such-store' }
  const known = await findOrderOfStore(ctx.db.query, storeId, externalId)
  if (!known) {
    const refusal = await importIfUnpaid(ctx, { store, storefront, orderId: externalId })
    return refusal ? failedAtStore(refusal) : { outcome: 'done' }
  }
  const read = await storefront.readOrders([externalId])
  if (read.outcome === 'not-read') return failedAtKnownOrder(read)
  await applyStoreOrders(ctx, store, read)
  const isThere = [...read.orders, ...(read.unreadable ?? [])].some(({ id }) => id === externalId)
  const seen = { order: known, now: ctx.clock.now() }
  if (isThere) await closeNotInStoreAlert(ctx.db.query, seen)
  else {
    await openNotInStoreAlert(ctx.db.query, seen)
    await applyStoreOrder(ctx, store, { known, said: deletedOrder(externalId) })
  }
  return { outcome: 'done' }
}

/** Retries a refused read of a known order, because a later poll would miss its pending refund. */
const failedAtKnownOrder = (read: NotRead): TaskOutcome =>
  read.retry === 'ask-a-person'
    ? { ...tryAgain(`store: ${read.detail}`), waitsMs: ACCESS_WAITS_MS, unreachable: false }
    : failedAtStore(read)

/**
 * Maps a failed read to a task outcome. A refused task ends as done: the poll for changes
 * (`followStoreChanges`) opens the store's alert and catches up.
 */
export const failedAtStore = ({
  retry,
  detail,
  retryAfterMs,
  unreachable = true,
}: NotRead): TaskOutcome =>
  retry === 'retry'
    ? { outcome: 'failed', retry, detail: `store: ${detail}`, retryAfterMs, unreachable }
    : { outcome: 'done', note: 'access-refused' }
