import { type DbQuery, noteAccessRefused, storeById } from '../../adapter.ts'
import { isUninstalled } from './connection.ts'

/** Opens an access alert, unless the shop uninstalled the app since the call. */
export const noteRefused = async (
  query: DbQuery,
  refused: Parameters<typeof noteAccessRefused>[1],
): Promise<void> => {
  const store = await storeById(query, refused.storeId)
  if (store && !isUninstalled(store)) await noteAccessRefused(query, refused)
}
