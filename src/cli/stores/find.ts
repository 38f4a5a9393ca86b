import type { StoreRow } from '../../db/db.ts'
import { findStore } from '../../db/stores.ts'
import { noSuchShop } from '../no-such-store.ts'
import { storeIdOf, type Values } from './arguments.ts'
import type { Workplace } from './workplace.ts'

export const namedStore = async ({ connecting }: Workplace, values: Values): Promise<StoreRow> => {
  const id = storeIdOf(values)
  const store = await findStore(connecting.query, id)
  if (!store) throw await noSuchShop(connecting.query, id)
  return store
}
