import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { StoreId } from '../../domain/ids.ts'
import { sourceOfReference } from '../../domain/order-source.ts'
import { holdsMoney } from '../../domain/order-status.ts'
import { closeAlert, openAlert } from '../alerts/alerts.ts'
import { storefrontOfOrder } from '../orders/made-at-puente.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { NotRead, Storefront } from '../ports/storefront.ts'
import { type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import { ACCESS_WAITS_MS } from '../stores/store-access.ts'
import { applyStoreOrder, applyStoreOrders, deletedOrder } from './apply-store-order.ts'
import { mayImportOrder } from './find-store-of-order.ts'
import { importUnpaidOrder } from './import-unpaid-order.ts'
import { openUnreadableAlert } from './unreadable-store-order.ts'

/** Reads an order after a hint and applies it; an unknown one may await payment through us. */
export const syncStoreOrder = async (
  ctx: PaymentsContext,
  { storeId, externalId }: { storeId: StoreId; externalId: string },
): Promise<TaskOutcome> => {
  const store = await findStore(ctx.db.query, storeId)
  const known = await findOrderOfStore(ctx.db.query, storeId, externalId)
  const order = known ?? { source: sourceOfReference(externalId) }
  const storefront = store && storefrontOfOrder(ctx, { order, store })
  if (!store || !storefront?.readOrders) return { outcome: 'done', note: 'no-such-store' }
  if (!known) {
    const refusal = await importIfUnpaid(ctx, { store, storefront, orderId: externalId })
    return refusal ? failedAtStore(refusal) : { outcome: 'done' }
  }
  const read = await storefront.readOrders([externalId])
  if (read.outcome === 'not-read') return failedAtKnownOrder(read)
  await applyStoreOrders(ctx, store, read)
  const isThere = [...read.orders, ...(read.unreadable ?? [])].some(({ id }) => id === externalId)
  await showIfMissing(ctx.db.query, known, { isThere, now: ctx.clock.now() })
  if (!isThere) await applyStoreOrder(ctx, store, { known, said: deletedOrder(externalId) })
  return { outcome: 'done' }
}

/**
 * Imports an unknown order that awaits payment through us. Returns a failed read, else `undefined`.
 * Skips orders of another store of the shop unread.
 */
const importIfUnpaid = async (
  ctx: PaymentsContext,
  { store, storefront, orderId }: { store: StoreRow; storefront: Storefront; orderId: string },
): Promise<NotRead | undefined> => {
  if (!storefront.orderToPay) return undefined
  const mayImport = await mayImportOrder(ctx, ctx.db.query, { store, externalId: orderId })
  if (!mayImport) return undefined
  const read = await storefront.orderToPay(orderId)
  if (read.outcome === 'not-read') return read
  if (read.outcome === 'payable') await importUnpaidOrder(ctx, store, read)
  if (read.outcome === 'unreadable') {
    const said = { id: orderId, detail: read.detail }
    await openUnreadableAlert(ctx.db.query, store, said, ctx.clock.now())
  }
  return undefined
}

/** Opens an alert while a store does not know an order with money: it may have refunded it. */
const showIfMissing = async (
  query: DbQuery,
  { id: orderId, store_id: storeId, external_id, number, status }: OrderRow,
  { isThere, now }: { isThere: boolean; now: Date },
): Promise<void> => {
  const about = { kind: 'order_not_in_store', storeId, orderId, subject: orderId, now } as const
  if (isThere) return closeAlert(query, about)
  if (!holdsMoney({ status })) return
  await openAlert(query, { ...about, details: { order: external_id, number } })
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
