import type { StoreRow } from '../../db/db.ts'
import { findStore } from '../../db/stores/stores.ts'
import { StoreId } from '../../domain/ids.ts'
import { noSuchStore } from '../terminal/no-such-store.ts'
import type { StoreCommandContext } from './workplace.ts'

export const namedStore = async (
  { connecting }: StoreCommandContext,
  id: string,
): Promise<StoreRow> => {
  const store = await findStore(connecting.query, StoreId.parse(id))
  if (!store) throw await noSuchStore(connecting.query, id)
  return store
}
