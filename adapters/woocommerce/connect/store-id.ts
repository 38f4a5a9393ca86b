import type { LedgerQuery, StoreRow } from '../../../src/ledger/ledger.ts'
import { hasOrders } from '../../../src/ledger/orders.ts'
import { findStore, storesOfPlatform } from '../../../src/ledger/stores.ts'
import { isStoreOfSite, slugOf } from './site-identity.ts'

type Environment = StoreRow['environment']

interface Site {
  site_url: string
  rest_url: string
}

/**
 * The id that a site's store has, or gets. A store stays in the environment of its orders: a shop
 * that was tried out in test gets another one when it goes live, and both are there again when the
 * shop is connected again. Without an environment, the store that was connected last.
 */
export const storeIdOf = async (
  query: LedgerQuery,
  site: Site,
  environment?: Environment,
): Promise<string> => {
  const stores = (await storesOfPlatform(query, 'woocommerce')).filter((store) =>
    isStoreOfSite(store, site.rest_url),
  )
  const [latest] = stores
  const known = environment ? stores.find((store) => store.environment === environment) : latest
  if (known) return known.id
  for (const store of stores) if (!(await hasOrders(query, store.id))) return store.id
  const slug = slugOf(site.site_url)
  return freeId(query, latest ? `${latest.id.slice(0, MOST_OF_ID)}-${environment}` : slug)
}

/** Leaves room in the 40 characters of an id for what comes behind. */
const MOST_OF_ID = 30

const freeId = async (query: LedgerQuery, wanted: string): Promise<string> => {
  for (let number = 1; ; number++) {
    const id = number === 1 ? wanted : `${wanted}-${number}`
    if (!(await findStore(query, id))) return id
  }
}
