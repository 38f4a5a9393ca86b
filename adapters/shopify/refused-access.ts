import { type DbQuery, findStore, noteAccessRefused } from '../adapter.ts'
import { isUninstalled } from './connection.ts'

/** A shop refuses us: a problem of its store, unless it has thrown the app out since it was called. */
export const noteRefused = async (
  query: DbQuery,
  refused: Parameters<typeof noteAccessRefused>[1],
): Promise<void> => {
  const store = await findStore(query, refused.storeId)
  if (store && !isUninstalled(store)) await noteAccessRefused(query, refused)
}
