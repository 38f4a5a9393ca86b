import type { StoreId } from '../../../src/domain/ids.ts'
import { type DbQuery, type Store, storeIdOfShop, storesByPlatform } from '../../adapter.ts'
import { isStoreOfSite, slugOf } from './site-identity.ts'

interface Site {
  site_url: string
  rest_url: string
}

/** Returns the id of a site's store, or a new one. */
export const storeIdOfSite = async (
  query: DbQuery,
  site: Site,
  environment?: Store['environment'],
): Promise<StoreId> => {
  const stores = (await storesByPlatform(query, 'woocommerce')).filter((store) =>
    isStoreOfSite(store, site.rest_url),
  )
  return storeIdOfShop(query, { stores, slug: slugOf(site.site_url), environment })
}
