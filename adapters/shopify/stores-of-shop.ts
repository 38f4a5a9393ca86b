import type { DbQuery, StoreRow } from '../adapter.ts'
import * as core from '../adapter.ts'

const platform = 'shopify'

/** The stores of a shop, the one that was connected last first. */
export const storesOfShop = (query: DbQuery, shop: string): Promise<StoreRow[]> =>
  core.storesOfShop(query, { platform, shop })

/** The stores that a shop has had and that were removed: their books are still there. */
export const removedStoresOfShop = (query: DbQuery, shop: string): Promise<StoreRow[]> =>
  core.removedStoresOfShop(query, { platform, shop })
