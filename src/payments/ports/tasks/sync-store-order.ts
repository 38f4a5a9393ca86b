import { z } from 'zod'
import type { OrderRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { type OrderId, StoreId } from '../../../domain/ids.ts'
import { MINUTE } from '../../../runtime/clock.ts'
import { coreKind, STORE_BACKOFF_MS } from './core-kind.ts'
import type { WhenAndOnce } from './task-kind.ts'

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
