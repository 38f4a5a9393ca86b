import type { DbQuery, StoreRow } from '../../db/db.ts'
import { findStore, listStores } from '../../db/stores/stores.ts'
import { StoreId } from '../../domain/ids.ts'
import { UserError } from '../../runtime/failure.ts'
import { didYouMean } from './command-line.ts'

interface Naming {
  option?: string
}

/** Finds a store. Throws a UserError for an unknown id. */
export const storeNamed = async (
  query: DbQuery,
  id: string,
  naming?: Naming,
): Promise<StoreRow> => {
  const store = await findStore(query, StoreId.parse(id))
  if (!store) throw await noSuchStore(query, id, naming)
  return store
}

export const storeOfOption = async (
  query: DbQuery,
  id: string | undefined,
): Promise<StoreRow | undefined> =>
  id === undefined ? undefined : storeNamed(query, id, { option: '--store' })

/** Builds the error for an unknown store, suggesting the nearest id. */
export const noSuchStore = async (
  query: DbQuery,
  id: string,
  { option }: Naming = {},
): Promise<UserError> => {
  const ids = (await listStores(query)).map((store) => store.id)
  const prefix = option ? `${option}: there` : 'There'
  return new UserError(`${prefix} is no store "${id}".${didYouMean(id, ids)}`)
}
