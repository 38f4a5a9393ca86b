import type { DbQuery, StoreRow } from '../../db/db.ts'
import { hasOrders } from '../../db/orders/orders.ts'
import { isIdInUse } from '../../db/stores/stores.ts'
import { StoreId } from '../../domain/ids.ts'

/**
 * Returns the id of a shop's existing or new store. A store with orders keeps its environment:
 * going live after a test creates a second store, and reconnecting finds both. Defaults to the most
 * recently connected store.
 */
export const storeIdOfShop = async (
  query: DbQuery,
  shop: {
    /** Most recently connected first. */
    stores: readonly Pick<StoreRow, 'id' | 'environment'>[]
    /** Id of the first store, if free. */
    slug: string
    environment?: StoreRow['environment'] | undefined
  },
): Promise<StoreId> => {
  const { stores, slug, environment } = shop
  const [latest] = stores
  const known = environment ? stores.find((store) => store.environment === environment) : latest
  if (known) return known.id
  for (const store of stores) if (!(await hasOrders(query, store.id))) return store.id
  return freeId(query, latest ? `${latest.id.slice(0, MOST_OF_ID)}-${environment}` : slug)
}

/** Leaves room for a suffix within 40 characters. */
const MOST_OF_ID = 30

const freeId = async (query: DbQuery, base: string): Promise<StoreId> => {
  for (let number = 1; ; number++) {
    const id = StoreId.parse(number === 1 ? base : `${base}-${number}`)
    if (!(await isIdInUse(query, id))) return id
  }
}
