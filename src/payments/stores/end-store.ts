import type { DbQuery, StoreRow } from '../../db/db.ts'
import { deleteApiKeys } from '../../db/stores/api-keys.ts'
import { deleteStoreWork } from '../../db/stores/removed-stores.ts'
import { type SealedField, sealStoreSecret } from '../../db/stores/store-secrets.ts'
import { lockStore, updateStoreRow as saveChanges } from '../../db/stores/stores.ts'
import { countOpenOrders, countWaitingEvents } from '../../db/tasks/open-work.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { PlatformAdapter } from '../ports/platform.ts'
import type { StoreDeps } from '../ports/store-connecting.ts'

/**
 * Disables a store: rejects API calls and payments, but accepts the gateway's webhooks and finishes
 * work in flight, so no money is lost. Returns the previous row, if any.
 */
export const disableStore = (
  { query, now }: Pick<StoreDeps, 'query' | 'now'>,
  id: StoreId,
): Promise<StoreRow | undefined> =>
  query.transaction().execute(async (trx) => {
    const store = await lockStore(trx, id)
    if (store && !store.disabled_at) {
      await saveChanges(trx, id, { disabled_at: now, updated_at: now })
    }
    return store
  })

/** Enables a disabled store. Returns the previous row, if any. */
export const enableStore = (
  { query, now }: Pick<StoreDeps, 'query' | 'now'>,
  id: StoreId,
): Promise<StoreRow | undefined> =>
  query.transaction().execute(async (trx) => {
    const store = await lockStore(trx, id)
    if (store?.disabled_at) await saveChanges(trx, id, { disabled_at: null, updated_at: now })
    return store
  })

export interface PendingWork {
  /** Orders that await a payment, a refund or a notification. */
  openOrders: number
  /** Accepted webhooks not handled yet. */
  waitingEvents: number
}

export const pendingWork = async (
  query: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<PendingWork> => ({
  openOrders: await countOpenOrders(query, { storeId, now }),
  waitingEvents: await countWaitingEvents(query, storeId),
})

export type RemoveOutcome =
  | { outcome: 'removed' }
  | { outcome: 'no-such-store' }
  | { outcome: 'not-disabled' }
  | ({ outcome: 'money-under-way' } & PendingWork)

/**
 * Removes a disabled store with its keys, secrets, addresses and pending tasks. Its orders,
 * payments, refunds and timelines are books and stay, as do its id and shop: people may still
 * request erasure. Requires `force` while money is in flight: Puente stops following it.
 */
export const removeStore = (
  {
    query,
    sealer,
    now,
    platforms,
  }: Pick<StoreDeps, 'query' | 'sealer' | 'now'> & { platforms: readonly PlatformAdapter[] },
  { id, force }: { id: StoreId; force: boolean },
): Promise<RemoveOutcome> =>
  query.transaction().execute(async (trx): Promise<RemoveOutcome> => {
    const store = await lockStore(trx, id)
    if (!store) return { outcome: 'no-such-store' }
    if (!store.disabled_at) return { outcome: 'not-disabled' }
    const work = await pendingWork(trx, { storeId: id, now })
    if (!force && work.openOrders + work.waitingEvents > 0) {
      return { outcome: 'money-under-way', ...work }
    }
    const nothing = (field: SealedField) =>
      sealStoreSecret(sealer, { storeId: id, field, secret: '' })
    await deleteApiKeys(trx, id)
    await deleteStoreWork(trx, { storeId: id, now })
    for (const { retention } of platforms) await retention?.deleteStore?.(trx, id)
    await saveChanges(trx, id, {
      sealed_secret_key: nothing('sealed_secret_key'),
      publishable_key: null,
      sealed_webhook_secret: nothing('sealed_webhook_secret'),
      sealed_previous_webhook_secret: null,
      previous_webhook_secret_until: null,
      sealed_notify_secret: nothing('sealed_notify_secret'),
      sealed_previous_notify_secret: null,
      previous_notify_secret_until: null,
      sealed_connection: null,
      notify_url: null,
      orders_url: null,
      removed_at: now,
      updated_at: now,
    })
    return { outcome: 'removed' }
  })
