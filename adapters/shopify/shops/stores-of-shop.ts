import { type DbQuery, type Store, storesByShop } from '../../adapter.ts'

const platform = 'shopify'

/** Returns a shop's stores, most recently connected first. */
export const storesOfShopDomain = (query: DbQuery, shop: string): Promise<readonly Store[]> =>
  storesByShop(query, { platform, shop })

/** Returns a shop's removed stores; their books remain. */
export const removedStoresOfShopDomain = (
  query: DbQuery,
  shop: string,
): Promise<readonly Store[]> => storesByShop(query, { platform, shop, removed: true })
