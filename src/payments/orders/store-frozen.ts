import type { DbQuery, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { isFrozen } from '../../db/stores/stores.ts'
import type { Language } from '../../locales/language.ts'
import type { HeldOrder } from './held-order.ts'

/** A person froze the store: Puente sends nothing, and the same request works after the thaw. */
export interface StoreFrozen {
  outcome: 'store-frozen'
  /** Language of the customer. */
  locale: Language
}

/** Refuses to charge an order of a frozen store. Runs in the transaction that begins the charge. */
export const refuseIfFrozen = async (
  { order: { store_id: storeId, locale } }: Pick<HeldOrder, 'order'>,
  query: DbQuery,
): Promise<StoreFrozen | undefined> =>
  (await isFrozen(query, storeId)) ? { outcome: 'store-frozen', locale } : undefined

/** Keeps a frozen store from importing an order that it then could not make payable. */
export const refuseNewIfFrozen = async (
  query: DbQuery,
  { id, frozen_at: frozenAt }: StoreRow,
  { externalId, locale }: { externalId: string; locale: Language },
): Promise<StoreFrozen | undefined> =>
  frozenAt && !(await findOrderOfStore(query, id, externalId))
    ? { outcome: 'store-frozen', locale }
    : undefined
