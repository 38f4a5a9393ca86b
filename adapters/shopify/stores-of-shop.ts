import type { DbQuery, StoreRow } from '../adapter.ts'
import * as core from '../adapter.ts'

const platform = 'shopify'

/** Stores of a shop, most recently connected first. */
export const storesOfShop = (query: DbQuery, shop: string): Promise<StoreRow[]> =>
  core.storesOfShop(query, { platform, shop })

/** Removed stores of a shop; their books remain. */
export const removedStoresOfShop = (query: DbQuery, shop: string): Promise<StoreRow[]> =>
  core.removedStoresOfShop(query, { platform, shop })
