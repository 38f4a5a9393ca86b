import { z } from 'zod'
import type { DbQuery } from '../../../db/db.ts'
import type { PageOfStores, RowsOfStores } from '../../../db/lists/page-of-stores.ts'
import type { StoreId } from '../../../domain/ids.ts'
import type { Scope } from '../../../domain/rights.ts'
import type { RequestInput } from '../../../runtime/http/route.ts'
import { pageFields } from '../merchant/pages.ts'
import {
  type Answer,
  defineMerchantRoute,
  defineOperatorRoute,
  type MerchantInput,
  type MerchantRoute,
  type OperatorInput,
  type OperatorRoute,
  type RefusedAccess,
  TAG_FOR_PEOPLE,
} from '../route.ts'
import { cursorOf, type ListName, readCursor } from './cursor.ts'
import { listFields, listOf } from './list-schemas.ts'

interface ListQuery {
  store_id?: StoreId | undefined
  cursor?: string | undefined
  limit: number
}

export type ListScope = Omit<PageOfStores, 'isExhaustive'>

/** Returns `refused` for a bad cursor or a store out of reach. */
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

interface PageBody<View> {
  data: View[]
  next_cursor: string | null
}

const bodyOfPage = <View>(
  list: ListName,
  { data, next }: { data: View[]; next: string | undefined },
): PageBody<View> => ({ data, next_cursor: next === undefined ? null : cursorOf(list, next) })

export const answerPage = (...page: Parameters<typeof bodyOfPage>): Answer => ({
  status: 200,
  body: bodyOfPage(...page),
})

type Filtered<Filters extends z.ZodRawShape> = z.output<z.ZodObject<Filters>>

/** Input of a reader that a list and its export share. */
export type QueriedInput<Filters extends z.ZodRawShape> = OperatorInput & {
  query: Filtered<Filters>
}

type FilteredInput<Filters extends z.ZodRawShape> = OperatorInput &
  RequestInput<unknown, Filtered<Filters> & Filtered<typeof listFields>>

/** Defines a list over all stores of a person, newest first. */
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
    problems: { 404: "No such store in the person's organizations", 422: 'A filter is not valid' },
    handle: async (input) => {
      const given = input as FilteredInput<Filters>
      const scope = await scopeOfList(given, list, given.query as ListQuery)
      if (scope.outcome === 'refused') return scope.answer
      const page = await read(given, scope)
      return page.outcome === 'refused' ? page.answer : answerPage(list, page)
    },
  })

interface ListOf<Input, Filters extends z.ZodRawShape, Row, View> {
  summary: string
  filters: Filters
  read(query: DbQuery, request: PageOfStores & Filtered<Filters>): RowsOfStores<Row>
  views(
    input: Input & Pick<RequestInput<unknown, unknown>, 'reader'>,
    rows: readonly Row[],
  ): Promise<View[]>
}

/**
 * Defines a list that a key reads for its store, and a person over all stores in reach. A store's
 * list passes `isExhaustive`; events always bound the scan of a filter.
 */
export const defineResourceList = <
  Row,
  Filters extends z.ZodRawShape,
  Page extends z.ZodType<unknown, PageBody<unknown>>,
  FiltersOfAll extends z.ZodRawShape,
  View extends z.ZodType,
>({
  list,
  description,
  ofStore,
  acrossStores,
}: {
  list: ListName
  description: string
  ofStore: ListOf<MerchantInput, Filters, Row, z.input<Page>['data'][number]> & {
    path: string
    operationId: string
    tag: MerchantRoute['tag']
    page: Page
    answer?(
      input: MerchantInput & Pick<RequestInput<unknown, unknown>, 'reader'>,
      body: PageBody<z.input<Page>['data'][number]>,
    ): Promise<Omit<Answer, 'body'> & { body: z.input<Page> }>
  }
  acrossStores: ListOf<OperatorInput, FiltersOfAll, Row, z.input<View>> & {
    /** Each defaults to the merchant route's value. */
    operationId?: string
    description?: string
    row: View
    /** Names the page's schema in OpenAPI. */
    id: string
  }
}): MerchantRoute => {
  const { path, operationId, tag, summary, filters, page, read, views, answer } = ofStore
  return defineMerchantRoute({
    method: 'get',
    scope: 'read',
    path,
    operationId,
    tag,
    summary,
    query: z.strictObject({ ...pageFields, ...filters }),
    answers: { 200: { description, schema: page } },
    problems: { 422: 'A filter is not valid' },
    handle: async (input) => {
      const query = input.query as Filtered<Filters> & Filtered<typeof pageFields>
      const place = readCursor(list, query.cursor)
      if (place.outcome === 'refused') return place.answer
      const scope = { storeIds: [input.store.id], before: place.before, isExhaustive: true }
      const { rows, next } = await read(input.ctx.db.query, { ...query, ...scope })
      const body = bodyOfPage(list, { data: await views(input, rows), next })
      return answer ? answer(input, body) : { status: 200, body }
    },
    acrossStores: defineList({
      list,
      operationId,
      description,
      ...acrossStores,
      path: `/operator${path}`,
      tag: TAG_FOR_PEOPLE[tag],
      read: async (input, scope) => {
        const { rows, next } = await acrossStores.read(input.ctx.db.query, {
          ...input.query,
          ...scope,
        })
        return { data: await acrossStores.views(input, rows), next }
      },
    }),
  })
}
