import type { StoreId } from '../../../domain/ids.ts'
import type { Answer, OperatorInput, RefusedAccess } from '../route.ts'
import { cursorOf, type ListName, readCursor } from './cursor.ts'

interface ListQuery {
  store_id?: StoreId | undefined
  cursor?: string | undefined
  limit: number
}

export interface ListScope {
  storeIds: readonly StoreId[]
  before: string | undefined
  limit: number
}

/** Resolves store and cursor; `refused` for a bad cursor or a store out of reach. */
export const scopeOfList = async (
  { storeIds, accessTo }: OperatorInput,
  list: ListName,
  { store_id: storeId, cursor, limit }: ListQuery,
): Promise<({ outcome: 'read' } & ListScope) | RefusedAccess> => {
  const read = readCursor(list, cursor)
  if (read.outcome === 'refused') return read
  if (storeId === undefined) return { storeIds, limit, ...read }
  const access = await accessTo(storeId)
  if (access.outcome === 'refused') return access
  return { storeIds: [access.store.id], limit, ...read }
}

export const answerPage = <View>(
  list: ListName,
  { data, next }: { data: View[]; next: string | undefined },
): Answer => ({
  status: 200,
  body: { data, next_cursor: next === undefined ? null : cursorOf(list, next) },
})
