import type { StoreId } from '../../domain/ids.ts'
import { cursorOf, type ListName, readCursor } from './cursor.ts'
import type { Answer, Given, Refused } from './route.ts'

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
  { storeIds, reach }: Given,
  list: ListName,
  { store_id: storeId, cursor, limit }: ListQuery,
): Promise<({ outcome: 'read' } & ListScope) | Refused> => {
  const read = readCursor(list, cursor)
  if (read.outcome === 'refused') return read
  if (storeId === undefined) return { storeIds, limit, ...read }
  const reached = await reach(storeId)
  if (reached.outcome === 'refused') return reached
  return { storeIds: [reached.store.id], limit, ...read }
}

export const answerPage = <View>(
  list: ListName,
  { data, next }: { data: View[]; next: string | undefined },
): Answer => ({
  status: 200,
  body: { data, next_cursor: next === undefined ? null : cursorOf(list, next) },
})
