import type { StoreRow } from '../../ledger/ledger.ts'
import { findStore } from '../../ledger/stores.ts'
import { UserError } from '../../platform/failure.ts'
import { required, type Values } from './arguments.ts'
import type { Workplace } from './workplace.ts'

/** The store that `--id` names. */
export const namedStore = async ({ connecting }: Workplace, values: Values): Promise<StoreRow> => {
  const id = required(values, 'id')
  const store = await findStore(connecting.query, id)
  if (!store) throw noSuchShop(id)
  return store
}

export const noSuchShop = (id: string): UserError => new UserError(`There is no shop "${id}"`)
