import { notePrivacyRequest } from '../../db/privacy/privacy-requests.ts'
import {
  endMessagesOfRemovedStore,
  eraseStoreRow,
  storeWithBooks,
} from '../../db/privacy/store-data.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { messagesOfPlatform } from './customer.ts'
import { erasePeople } from './erase-people.ts'

type StoreErasure =
  | { outcome: 'erased'; orders: number }
  | { outcome: 'no-such-store' | 'not-removed' | 'later' }

/**
 * Erases all customers of a removed store, and then what names its merchant and its shop. Amounts,
 * states, times and ids of its orders stay, for the books. Idempotent.
 */
export const eraseStore = async (
  ctx: PaymentsContext,
  { storeId, source }: { storeId: StoreId; source: string },
): Promise<StoreErasure> => {
  const { db, clock, ids, platforms } = ctx
  const store = await storeWithBooks(db.query, storeId)
  if (!store) return { outcome: 'no-such-store' }
  if (store.removed_at === null) return { outcome: 'not-removed' }
  const ended = { storeId, now: clock.now() }
  await db.long.query.transaction().execute((trx) => endMessagesOfRemovedStore(trx, ended))
  const erased = await erasePeople(ctx, {
    storeIds: [storeId],
    reason: source,
    isFollowed: false,
    messages: messagesOfPlatform(platforms, store),
  })
  if (erased.outcome === 'later') return erased
  const now = clock.now()
  await db.long.query.transaction().execute(async (trx) => {
    for (const { adapter } of platforms) await adapter.personalData?.eraseStore?.(trx, store)
    await eraseStoreRow(trx, { storeId, now })
    await notePrivacyRequest(trx, {
      source,
      message_id: ids.secret(12),
      store_id: storeId,
      topic: 'erase-store',
      outcome: 'erased',
      orders: erased.orders,
      received_at: now,
      handled_at: now,
    })
  })
  return erased
}
