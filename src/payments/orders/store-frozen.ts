import type { DbQuery, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { isFrozen } from '../../db/stores/stores.ts'
import type { HeldOrder } from './held-order.ts'

/** A person froze the store: Puente sends nothing, and the same request works after the thaw. */
export interface StoreFrozen {
  outcome: 'store-frozen'
}

export const STORE_FROZEN: StoreFrozen = { outcome: 'store-frozen' }

/** Refuses to charge an order of a frozen store. Runs in the transaction that begins the charge. */
export const refuseIfFrozen = async (
  { order }: Pick<HeldOrder, 'order'>,
  query: DbQuery,
): Promise<StoreFrozen | undefined> =>
  (await isFrozen(query, order.store_id)) ? STORE_FROZEN : undefined

/** Keeps a frozen store from importing an order that it then could not make payable. */
export const refuseNewIfFrozen = async (
  query: DbQuery,
  { id, frozen_at: frozenAt }: StoreRow,
  externalId: string,
): Promise<StoreFrozen | undefined> =>
  frozenAt && !(await findOrderOfStore(query, id, externalId)) ? STORE_FROZEN : undefined
