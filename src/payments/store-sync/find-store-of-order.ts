import type { DbQuery, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { storesOfSameShop } from '../../db/stores/stores.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { storeOfOrder } from './rules/store-of-order.ts'

/** Finds the store of a shop that owns an order (`storeOfOrder`). */
export const findStoreOfOrder = async (
  ctx: Pick<PaymentsContext, 'storefrontOf'>,
  query: DbQuery,
  { stores, externalId }: { stores: readonly StoreRow[]; externalId: string },
): Promise<{ store: StoreRow; hasOrder: boolean } | undefined> => {
  const facts = await Promise.all(
    stores.map(async (store) => {
      const hasOrder = (await findOrderOfStore(query, store.id, externalId)) !== undefined
      return { store, ...factsOf(ctx, store), hasOrder }
    }),
  )
  const chosen = storeOfOrder(facts)
  return facts.find(({ id }) => id === chosen)
}

export const storeOfNewOrders = (
  ctx: Pick<PaymentsContext, 'storefrontOf'>,
  stores: readonly StoreRow[],
): string | undefined =>
  storeOfOrder(stores.map((store) => ({ ...factsOf(ctx, store), hasOrder: false })))

const factsOf = ({ storefrontOf }: Pick<PaymentsContext, 'storefrontOf'>, store: StoreRow) => {
  const { orderToPay, readOrders } = storefrontOf(store)
  const findsOrders = orderToPay !== undefined && readOrders !== undefined
  return { id: store.id, connectedAt: store.connected_at, findsOrders }
}

/** Reports whether a store may import an order: no other store of its shop owns it. */
export const mayImportOrder = async (
  ctx: Pick<PaymentsContext, 'storefrontOf'>,
  query: DbQuery,
  { store, externalId }: { store: StoreRow; externalId: string },
): Promise<boolean> => {
  const stores = await storesOfSameShop(query, store)
  const found = await findStoreOfOrder(ctx, query, { stores, externalId })
  return found?.store.id === store.id
}
