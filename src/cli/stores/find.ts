import type { StoreRow } from '../../ledger/ledger.ts'
import { findStore } from '../../ledger/stores.ts'
import { noSuchShop } from '../no-such-shop.ts'
import { required, type Values } from './arguments.ts'
import type { Workplace } from './workplace.ts'

/** The store that `--id` names. */
export const namedStore = async ({ connecting }: Workplace, values: Values): Promise<StoreRow> => {
  const id = required(values, 'id')
  const store = await findStore(connecting.query, id)
  if (!store) throw await noSuchShop(connecting.query, id)
  return store
}
