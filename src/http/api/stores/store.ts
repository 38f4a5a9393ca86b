import { z } from 'zod'
import { findStore } from '../../../db/stores/stores.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { platformOf, platformPolicyDefects } from '../../../payments/ports/platform.ts'
import { parsePolicyInput } from '../../../payments/ports/policy.ts'
import {
  changeStore,
  mergePolicy,
  type StoreChanges,
} from '../../../payments/stores/change-store.ts'
import { fieldProblem, notFound } from '../../../runtime/http/problem.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { byStore } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, type MerchantInput, refuse } from '../route.ts'
import { refuseChange, refusePrivateAddress } from './store-refusals.ts'
import { storeChanges, storeView } from './store-schemas.ts'
import { viewOfConnection } from './store-views.ts'

export const readStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/store',
  scope: 'read',
  operationId: 'readStore',
  tag: 'Store',
  summary: 'Read the store with its connection and masked secrets',
  answers: { 200: { description: 'The store', schema: storeView } },
  problems: {},
  handle: async (given) => ({ status: 200, body: viewOfConnection(given, given.store) }),
})

const movesAddress = z.union([
  z.looseObject({ notify_url: z.string().nullable() }),
  z.looseObject({ orders_url: z.string().nullable() }),
])

export const updateStore = defineMerchantRoute({
  method: 'patch',
  path: '/v1/store',
  scope: 'admin',
  operationId: 'updateStore',
  tag: 'Store',
  summary: 'Update a store; absent fields keep their values',
  byPerson: {
    path: '/operator/v1/stores/{id}',
    operationId: 'changeStore',
    locate: byStore,
    // A new address receives signed notifications of paid orders.
    needsFreshSignIn: ({ body }) => movesAddress.safeParse(body).success,
  },
  body: storeChanges,
  answers: { 200: { description: 'The changed store', schema: storeView } },
  problems: { 422: 'A field is not valid; nothing was changed' },
  handle: async (given) => {
    const { ctx, store, body } = given
    const { name, locale, notify_url: notifyUrl, orders_url: ordersUrl, policy } = body
    const platform = platformOf(ctx.platforms, store).adapter
    const hasAddress = notifyUrl !== undefined || ordersUrl !== undefined
    if (hasAddress && !platform.traits.receivesSignedNotifications) {
      const field = notifyUrl === undefined ? 'orders_url' : 'notify_url'
      return refuse(fieldProblem(field, fieldMessage('noSuchAddress')))
    }
    const blocked = refusePrivateAddress(ctx.storeConnections, body)
    if (blocked) return blocked
    const merged = policy && parsePolicyInput(mergePolicy(store.policy, policy))
    const wrong = merged?.ok ? platformPolicyDefects(platform, merged.policy) : undefined
    if (wrong) return refuseChange({ field: 'policy', reason: wrong })
    return changeAndShow(given, { name, locale, notifyUrl, ordersUrl, policy })
  },
})

/** Changes the store and answers with its new state. */
export const changeAndShow = async (
  given: MerchantInput,
  changes: StoreChanges,
): Promise<Answer> => {
  const { ctx, store } = given
  const changed = await changeStore(storeDepsOf(given), store.id, changes)
  if (changed.outcome === 'refused') return refuseChange(changed)
  const after = await findStore(ctx.db.query, store.id)
  if (!after) return refuse(notFound('The store was removed'))
  ctx.signals.send(WORK_SIGNAL)
  const body = viewOfConnection(given, after)
  return { status: 200, body, change: { before: viewOfConnection(given, store), after: body } }
}

export const storeDepsOf = ({ ctx, connecting }: MerchantInput) => ({
  query: ctx.db.query,
  sealer: connecting.sealer,
  ids: ctx.ids,
  now: ctx.clock.now(),
  installation: ctx.cardPage,
})
