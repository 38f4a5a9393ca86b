import { z } from 'zod'
import type { StoreRow } from '../../../db/db.ts'
import { findStore } from '../../../db/stores/stores.ts'
import { pageOfStores, storesWithText } from '../../../db/stores/stores-of-organizations.ts'
import { StoreId } from '../../../domain/ids.ts'
import { webhookUrlOf } from '../../../payments/health/test-webhooks.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { type Policy, policyOf, policySchema } from '../../../payments/ports/policy.ts'
import { disableStore, enableStore } from '../../../payments/stores/end-store.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { openToPeople } from '../operator/expose.ts'
import { idsField, listFields, listOf } from '../operator/list-schemas.ts'
import { answerPage, scopeOfList } from '../operator/lists.ts'
import { byStore } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import {
  type Answer,
  defineOperatorRoute,
  type OperatorInput,
  type OperatorRoute,
  refuse,
} from '../route.ts'
import { readStore } from './store.ts'
import { storeView } from './store-schemas.ts'

const TAG = 'Stores'

export const storeOfPerson = z
  .object({
    id: z.string().meta({ example: 'tienda' }),
    name: z.string(),
    organization_id: z.string().meta({ example: 'main' }),
    platform: z.string(),
    environment: z.enum(['test', 'live']),
    locale: z.enum(['es', 'en']),
    webhook_url: z.string().meta({ description: 'Where the gateway delivers its events.' }),
    connected_at: z.iso.datetime(),
    disabled_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'StoreOfPerson' })

export const viewOfStore = (
  ctx: PaymentsContext,
  store: StoreRow,
): z.input<typeof storeOfPerson> => ({
  id: store.id,
  name: store.name,
  organization_id: store.organization_id,
  platform: store.platform,
  environment: store.environment,
  locale: store.locale,
  webhook_url: webhookUrlOf(ctx, store),
  connected_at: store.connected_at.toISOString(),
  disabled_at: store.disabled_at?.toISOString() ?? null,
  created_at: store.created_at.toISOString(),
})

const listStores = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/stores',
  operationId: 'listStores',
  tag: TAG,
  scope: 'read',
  summary: 'List stores by id',
  query: z.strictObject({
    limit: listFields.limit,
    cursor: listFields.cursor,
    search: plainText(100).optional().describe('Only those whose name or id has this in it.'),
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
  defineOperatorRoute({
    method: 'post',
    path: `/operator/v1/stores/{id}/${what}`,
    operationId: `${what}Store`,
    tag: TAG,
    scope: 'admin',
    summary,
    locate: byStore,
    answers: { 200: { description: 'The store as it is now', schema: storeOfPerson } },
    problems: { 404: 'The person has no such store' },
    handle: async (input) => {
      const { ctx, id, accessTo } = input
      const access = await accessTo(StoreId.parse(id))
      if (access.outcome === 'refused') return access.answer
      await change({ query: ctx.db.query, now: ctx.clock.now() }, access.store.id)
      return answerStore(input, access.store)
    },
  })

const answerStore = async ({ ctx }: OperatorInput, before: StoreRow): Promise<Answer> => {
  const store = await findStore(ctx.db.query, before.id)
  if (!store) return refuse(NOT_FOUND)
  const endOf = ({ disabled_at: at }: StoreRow) => ({ disabled_at: at?.toISOString() ?? null })
  const change = { before: endOf(before), after: endOf(store) }
  return { status: 200, body: viewOfStore(ctx, store), change }
}

const NO_SUCH_STORE = 'The person has no such store'

const wholeStore = storeView
  .extend({
    organization_id: z.string(),
    disabled_at: z.iso.datetime().nullable(),
    decisions: policySchema.meta({
      description: 'What holds: what the store has decided, and the defaults of the rest.',
    }),
  })
  .meta({ id: 'WholeStore' })

const readWholeStore = (route: OperatorRoute): OperatorRoute => ({
  ...route,
  answers: { 200: { description: 'The store', schema: wholeStore } },
  problems: { 404: NO_SUCH_STORE },
  handle: async (input) => {
    const answer = await route.handle(input)
    const store = await findStore(input.ctx.db.query, StoreId.parse(input.id))
    if (answer.status !== 200 || !store) return answer
    const { organization_id, disabled_at } = store
    const more = { organization_id, disabled_at: disabled_at?.toISOString() ?? null }
    const decisions = wholePolicy(input.ctx, store)
    return { ...answer, body: { ...(answer.body as object), ...more, decisions } }
  },
})

/** Adds the platform's defaults, if its adapter is installed and can parse the policy. */
const wholePolicy = ({ platforms }: PaymentsContext, store: StoreRow): Policy => {
  const policy = policyOf(store)
  const running = platforms.find(({ adapter }) => adapter.name === store.platform)
  const own = running?.adapter.policy.safeParse(policy.platform).data
  return { ...policy, platform: { ...policy.platform, ...(own as object | undefined) } }
}

export const storeRoutes: readonly OperatorRoute[] = [
  listStores,
  readWholeStore(
    openToPeople(readStore, {
      path: '/operator/v1/stores/{id}',
      operationId: 'readStore',
      tag: TAG,
      scope: 'read',
      summary: 'Read a store with its connection',
      locate: byStore,
    }),
  ),
  ending(
    'disable',
    'Refuse the API calls of a store and new payments; what is under way goes on',
    disableStore,
  ),
  ending('enable', 'Let a disabled store take payments again', enableStore),
]
