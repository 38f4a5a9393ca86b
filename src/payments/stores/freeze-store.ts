import { currentActor } from '../../db/current-actor.ts'
import type { DbQuery, StoreRow } from '../../db/db.ts'
import { noteUse } from '../../db/installation/features.ts'
import { lockStore, updateStoreRow } from '../../db/stores/stores.ts'
import { releaseRefundsOfStore } from '../../db/tasks/held-tasks.ts'
import { nameOfActor } from '../../domain/actor.ts'
import type { StoreId } from '../../domain/ids.ts'
import { withoutCardNumbers } from '../../runtime/text/caller-texts.ts'
import { aboutStore, closeAlert, openOrRefreshAlert } from '../alerts/alerts.ts'
import { carryOutRefundKind } from '../ports/tasks/payment-tasks.ts'

interface Freezing {
  query: DbQuery
  now: Date
}

/**
 * Freezes a store: Puente begins no charge, refund or void for it. What is already at the gateway
 * goes on, and its events still apply. Keeps the first reason of a frozen store. Returns the
 * previous row, if any.
 */
export const freezeStore = (
  { query, now }: Freezing,
  { id, why }: { id: StoreId; why: string },
): Promise<StoreRow | undefined> =>
  query.transaction().execute(async (trx) => {
    const store = await lockStore(trx, id)
    if (!store || store.frozen_at) return store
    await noteUse(trx, 'frozen-stores')
    const actor = currentActor()
    const { reason } = withoutCardNumbers({ reason: why }).value
    await updateStoreRow(trx, id, {
      frozen_at: now,
      frozen_by: actor ? JSON.stringify(actor) : null,
      frozen_why: reason,
      updated_at: now,
    })
    const by = actor && nameOfActor(actor)
    const details = { since: now.toISOString(), words: [reason], by }
    await openOrRefreshAlert(trx, { ...aboutStore(store, 'store_frozen', now), details })
    return store
  })

/** Thaws a store and makes its waiting refunds due. Returns the previous row, if any. */
export const unfreezeStore = (
  { query, now }: Freezing,
  { id }: { id: StoreId },
): Promise<StoreRow | undefined> =>
  query.transaction().execute(async (trx) => {
    const store = await lockStore(trx, id)
    if (!store?.frozen_at) return store
    await updateStoreRow(trx, id, {
      frozen_at: null,
      frozen_by: null,
      frozen_why: null,
      updated_at: now,
    })
    await releaseRefundsOfStore(trx, { storeId: id, kind: carryOutRefundKind.kind, now })
    await closeAlert(trx, aboutStore(store, 'store_frozen', now))
    return store
  })
