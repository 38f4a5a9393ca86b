import type { LedgerQuery, StoreRow } from '../../ledger/ledger.ts'
import { findOrderOfStore } from '../../ledger/orders.ts'
import { sisterStores } from '../../ledger/stores.ts'
import type { PaymentsContext } from '../context.ts'
import { storeOfOrder } from '../rules/store-of-order.ts'

/** Which of the stores of a shop an order is for (`storeOfOrder`); `undefined`: none takes it. */
export const findStoreOfOrder = async (
  { storefrontOf }: Pick<PaymentsContext, 'storefrontOf'>,
  query: LedgerQuery,
  { stores, externalId }: { stores: readonly StoreRow[]; externalId: string },
): Promise<{ store: StoreRow; hasOrder: boolean } | undefined> => {
  const facts = await Promise.all(
    stores.map(async (store) => {
      const { orderToPay, readOrders } = storefrontOf(store)
      return {
        store,
        id: store.id,
        connectedAt: store.updated_at,
        findsOrders: orderToPay !== undefined && readOrders !== undefined,
        hasOrder: (await findOrderOfStore(query, store.id, externalId)) !== undefined,
      }
    }),
  )
  const chosen = storeOfOrder(facts)
  return facts.find(({ id }) => id === chosen)
}

/** Whether a store may take an order that it does not have: no other store of its shop does. */
export const mayTakeOrder = async (
  ctx: Pick<PaymentsContext, 'storefrontOf'>,
  query: LedgerQuery,
  { store, externalId }: { store: StoreRow; externalId: string },
): Promise<boolean> => {
  const stores = await sisterStores(query, store)
  const found = await findStoreOfOrder(ctx, query, { stores, externalId })
  return found?.store.id === store.id
}
