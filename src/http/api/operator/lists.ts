import { z } from 'zod'
import type { StoreId } from '../../../domain/ids.ts'
import type { Scope } from '../../../domain/rights.ts'
import type { RequestInput } from '../../../runtime/http/route.ts'
import type { Answer, OperatorInput, RefusedAccess } from '../route.ts'
import { defineOperatorRoute, type OperatorRoute } from '../route.ts'
import { cursorOf, type ListName, readCursor } from './cursor.ts'
import { listFields, listOf } from './list-schemas.ts'

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

type FilteredInput<Filters extends z.ZodRawShape> = OperatorInput &
  RequestInput<unknown, z.output<z.ZodObject<Filters & typeof listFields>>>

/** Defines a list over all stores of a person, newest first, with its cursor. */
export const defineList = <Filters extends z.ZodRawShape, Row extends z.ZodType>({
  list,
  filters,
  row,
  id,
  description,
  read,
  ...route
}: Pick<OperatorRoute, 'path' | 'operationId' | 'tag' | 'summary'> & {
  scope?: Scope
  list: ListName
  filters: Filters
  row: Row
  /** Names the page's schema in OpenAPI. */
  id: string
  description: string
  read(
    input: FilteredInput<Filters>,
    scope: ListScope,
  ): Promise<{ outcome?: never; data: z.input<Row>[]; next: string | undefined } | RefusedAccess>
}): OperatorRoute =>
  defineOperatorRoute({
    method: 'get',
    scope: 'read',
    ...route,
    query: z.strictObject({ ...listFields, ...filters }),
    answers: { 200: { description, schema: listOf(row, id) } },
    problems: { 404: 'The person has no such store', 422: 'A filter is not valid' },
    handle: async (input) => {
      const given = input as FilteredInput<Filters>
      const scope = await scopeOfList(given, list, given.query as ListQuery)
      if (scope.outcome === 'refused') return scope.answer
      const page = await read(given, scope)
      return page.outcome === 'refused' ? page.answer : answerPage(list, page)
    },
  })
