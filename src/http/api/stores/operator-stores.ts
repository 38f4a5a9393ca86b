import { z } from 'zod'
import { findStore } from '../../../db/stores/stores.ts'
import { pageOfStores, storesWithText } from '../../../db/stores/stores-of-organizations.ts'
import { disableStore, enableStore } from '../../../payments/stores/end-store.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { idsField, listFields, listOf } from '../operator/list-schemas.ts'
import { answerPage, scopeOfList } from '../operator/lists.ts'
import { byStore } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { defineOperatorRoute, type OperatorRoute, refuse } from '../route.ts'
import { storeOfPerson, wholeStore } from './store-schemas.ts'
import { viewOfStore, viewOfWholeStore } from './store-views.ts'

const TAG = 'Stores'

const listStores = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/stores',
  operationId: 'listStores',
  tag: TAG,
  scope: 'read',
  summary: 'List stores, sorted by id',
  query: z.strictObject({
    limit: listFields.limit,
    cursor: listFields.cursor,
    search: plainText(100).optional().describe('Text in the name or the id of a store.'),
    ids: idsField,
  }),
  answers: { 200: { description: 'A page of stores', schema: listOf(storeOfPerson, 'Stores') } },
  problems: { 422: 'The cursor or a filter is not valid' },
  handle: async (input) => {
    const { ctx, query } = input
    const scope = await scopeOfList(input, 'stores', query)
    if (scope.outcome === 'refused') return scope.answer
    const { before: after, limit } = scope
    const { search: text, ids } = query
    const own = ids ? scope.storeIds.filter((id) => ids.includes(id)) : scope.storeIds
    const storeIds = text ? await storesWithText(ctx.db.query, { storeIds: own, text }) : own
    const { rows, next } = await pageOfStores(ctx.db.query, { storeIds, after, limit })
    return answerPage('stores', { data: rows.map((store) => viewOfStore(ctx, store)), next })
  },
})

const ending = (
  what: 'disable' | 'enable',
  summary: string,
  change: typeof disableStore,
): OperatorRoute =>
  defineLocatedRoute({
    method: 'post',
    path: `/operator/v1/stores/{id}/${what}`,
    operationId: `${what}Store`,
    tag: TAG,
    scope: 'admin',
    summary,
    locate: byStore,
    answers: { 200: { description: 'The store', schema: storeOfPerson } },
    problems: { 404: "No such store in the person's organizations" },
    handle: async ({ ctx, store: before }) => {
      const { query } = ctx.db
      await change({ query, now: ctx.clock.now() }, before.id)
      const store = await findStore(query, before.id)
      if (!store) return refuse(NOT_FOUND)
      const body = viewOfStore(ctx, store)
      const { disabled_at: was } = viewOfStore(ctx, before)
      const after = { disabled_at: body.disabled_at }
      return { status: 200, body, change: { before: { disabled_at: was }, after } }
    },
  })

const readWholeStore = defineLocatedRoute({
  method: 'get',
  path: '/operator/v1/stores/{id}',
  operationId: 'readStore',
  tag: TAG,
  scope: 'read',
  locate: byStore,
  summary: 'Read a store with its connection',
  answers: { 200: { description: 'The store', schema: wholeStore } },
  problems: { 404: "No such store in the person's organizations" },
  handle: async (input) => ({ status: 200, body: viewOfWholeStore(input, input.store) }),
})

export const storeRoutes: readonly OperatorRoute[] = [
  listStores,
  readWholeStore,
  ending(
    'disable',
    'Refuse API calls and new payments of a store; payments in progress continue',
    disableStore,
  ),
  ending('enable', 'Enable a disabled store', enableStore),
]
