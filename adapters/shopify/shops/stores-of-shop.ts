import { type DbQuery, type Store, storesOfShop } from '../../adapter.ts'

const platform = 'shopify'

/** Returns a shop's stores, most recently connected first. */
export const storesOfShopDomain = (query: DbQuery, shop: string): Promise<readonly Store[]> =>
  storesOfShop(query, { platform, shop })

/** Returns a shop's removed stores; their books remain. */
export const removedStoresOfShopDomain = (
  query: DbQuery,
  shop: string,
): Promise<readonly Store[]> => storesOfShop(query, { platform, shop, removed: true })
