import type { DbQuery } from '../../db/db.ts'
import { listStores } from '../../db/stores/stores.ts'
import { UserError } from '../../runtime/failure.ts'
import { didYouMean } from './command-line.ts'

/** Builds the error for an unknown store, suggesting the nearest id. */
export const noSuchStore = async (
  query: DbQuery,
  id: string,
  { option }: { option?: string } = {},
): Promise<UserError> => {
  const ids = (await listStores(query)).map((store) => store.id)
  const prefix = option ? `${option}: there` : 'There'
  return new UserError(`${prefix} is no store "${id}".${didYouMean(id, ids)}`)
}
