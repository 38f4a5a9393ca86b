import { StoreId } from '../../src/domain/ids.ts'
import { type DbQuery, hasOrders, isIdTaken, type StoreRow } from '../adapter.ts'

/**
 * The id that the store of a shop has, or gets. A store stays in the environment of its orders: a shop
 * that was tried out in test gets another one when it goes live, and both are there again when the
 * shop is connected again. Without an environment, the store that was connected last.
 */
export const storeIdOfShop = async (
  query: DbQuery,
  {
    stores,
    slug,
    environment,
  }: {
    /** Those of the shop, the one that was connected last first. */
    stores: readonly StoreRow[]
    /** What the first one is called, if that is free. */
    slug: string
    environment?: StoreRow['environment'] | undefined
  },
): Promise<StoreId> => {
  const [latest] = stores
  const known = environment ? stores.find((store) => store.environment === environment) : latest
  if (known) return known.id
  for (const store of stores) if (!(await hasOrders(query, store.id))) return store.id
  return freeId(query, latest ? `${latest.id.slice(0, MOST_OF_ID)}-${environment}` : slug)
}

/** Leaves room in the 40 characters of an id for what comes behind. */
const MOST_OF_ID = 30

const freeId = async (query: DbQuery, wanted: string): Promise<StoreId> => {
  for (let number = 1; ; number++) {
    const id = StoreId.parse(number === 1 ? wanted : `${wanted}-${number}`)
    if (!(await isIdTaken(query, id))) return id
  }
}
