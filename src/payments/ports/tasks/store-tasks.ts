import { z } from 'zod'
import type { OrderRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { type OrderId, StoreId } from '../../../domain/ids.ts'
import { HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { coreKind, orderKind, STORE_BACKOFF_MS, storeKind } from './core-kind.ts'
import type { When, WhenAndOnce } from './task-kind.ts'

export const syncStoreOrderKind = coreKind({
  kind: 'sync-store-order',
  needs: 'shop',
  payload: z.object({ storeId: StoreId, externalId: z.string() }),
  unlessWaiting: { patiently: false },
  waitsMs: STORE_BACKOFF_MS,
  // Few tries, because the poll for changes finds the order too.
  maxTries: 10,
  timeoutMs: MINUTE,
  concurrencyPerStore: 2,
})

/** An order that has no `id` until imported. */
type StoreOrder = Pick<OrderRow, 'store_id' | 'external_id'> & { id?: OrderId }

/** Dedupes concurrent hints. */
export const newSyncStoreOrderTask = (
  { id: orderId, store_id: storeId, external_id: externalId }: StoreOrder,
  when: WhenAndOnce,
): NewTask => syncStoreOrderKind.task({ storeId, externalId }, { storeId, orderId, ...when })

/**
 * Schedules a read at the store's deadline. Uses a unique key, because an earlier waiting read
 * would still see a payable order.
 */
export const newReadPayByTask = (
  order: OrderRow,
  { payBy, now }: { payBy: Date; now: Date },
): NewTask => {
  const uniqueKey = `pay-by:${order.id}:${payBy.toISOString()}`
  return newSyncStoreOrderTask(order, { uniqueKey, runAt: payBy, now })
}

/** Schedules a read, once per change, of an order that failed within a poll. */
export const newSyncAgainTask = (
  order: StoreOrder,
  { changedAt, now }: { changedAt: Date; now: Date },
): NewTask => {
  const { store_id, external_id } = order
  const uniqueKey = `look-again:${store_id}:${external_id}:${changedAt.toISOString()}`
  return newSyncStoreOrderTask(order, { uniqueKey, now })
}

export const offerPayLinkKind = orderKind({
  kind: 'offer-pay-link',
  needs: 'shop',
  waitsMs: STORE_BACKOFF_MS,
  timeoutMs: 30 * SECOND,
  concurrencyPerStore: 2,
})

export const newOfferPayLinkTask = (order: OrderRow, when: When): NewTask =>
  offerPayLinkKind.task(order, { uniqueKey: `offer-pay-link:${order.id}`, ...when })

export const pollStoreChangesKind = storeKind({
  kind: 'follow-store-changes',
  needs: 'shop',
  // Keeps polls of a failing store from piling up.
  unlessWaiting: { patiently: true },
  waitsMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  timeoutMs: 5 * MINUTE,
  concurrencyPerStore: 1,
})

export const newStorePollTask = pollStoreChangesKind.task

export const keepStoreWebhooksKind = storeKind({
  kind: 'keep-store-webhooks',
  needs: 'shop',
  unlessWaiting: { patiently: true },
  waitsMs: STORE_BACKOFF_MS,
  // Few tries, because a later check follows.
  maxTries: 5,
  timeoutMs: MINUTE,
  concurrencyPerStore: 1,
})

export const newCheckStoreWebhooksTask = keepStoreWebhooksKind.task
