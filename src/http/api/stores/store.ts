import { z } from 'zod'
import type { StoreRow } from '../../../db/db.ts'
import { findStore } from '../../../db/stores/stores.ts'
import { inEachLanguage } from '../../../locales/language.ts'
import { webhookUrlOf } from '../../../payments/health/test-webhooks.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { platformOf, platformPolicyDefects } from '../../../payments/ports/platform.ts'
import { parsePolicyInput } from '../../../payments/ports/policy.ts'
import type { StoreField, StoreRefusal } from '../../../payments/ports/store-connecting.ts'
import {
  changeStore,
  mergePolicy,
  type StoreChanges,
} from '../../../payments/stores/change-store.ts'
import {
  addressWithoutSecrets,
  hintsOfStore,
  type SecretHints,
  secretHint,
} from '../../../payments/stores/secret-hints.ts'
import { fieldProblem, notFound } from '../../../runtime/http/problem.ts'
import type { Connections } from '../../../runtime/net/connections.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { byStore } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, type MerchantInput, refuse } from '../route.ts'
import { storeChanges, storeView } from './store-schemas.ts'

export const readStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/store',
  scope: 'read',
  operationId: 'readStore',
  tag: 'Store',
  summary: 'Read the store with its connection; secrets show their first and last characters',
  answers: { 200: { description: 'The store', schema: storeView } },
  problems: {},
  handle: async (given) => ({ status: 200, body: viewOf(given, given.store) }),
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
  summary: 'Update a store; absent fields stay as they are',
  byPerson: {
    path: '/operator/v1/stores/{id}',
    operationId: 'changeStore',
    tag: 'Stores',
    locate: byStore,
    // A new address receives signed notifications of paid orders.
    needsFreshSignIn: ({ body }) => movesAddress.safeParse(body).success,
  },
  body: storeChanges,
  answers: { 200: { description: 'The store, changed', schema: storeView } },
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
    const inside = ADDRESSES.find((field) => isBlockedUrl(ctx.storeConnections, body[field]))
    if (inside) return refuse(fieldProblem(inside, fieldMessage('publicAddress')))
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
  const body = viewOf(given, after)
  return { status: 200, body, change: { before: viewOf(given, store), after: body } }
}

export const storeDepsOf = ({ ctx, connecting }: MerchantInput) => ({
  query: ctx.db.query,
  sealer: connecting.sealer,
  ids: ctx.ids,
  now: ctx.clock.now(),
  installation: ctx.cardPage,
})

const FIELDS: Partial<Record<StoreField, string>> = {
  secretKey: 'secret_key',
  notifyUrl: 'notify_url',
  ordersUrl: 'orders_url',
  publishableKey: 'publishable_key',
  webhookSecret: 'webhook_secret',
  previousSecretUntil: 'until',
}

/** Maps a refused store change to a field error. */
export const refuseChange = ({
  field,
  reason,
  translations = inEachLanguage(() => reason),
}: Omit<StoreRefusal, 'outcome'>): Answer =>
  refuse(fieldProblem(FIELDS[field] ?? field, translations))

const ADDRESSES = ['notify_url', 'orders_url'] as const

/** SSRF check: the holder of an API key must not reach Puente's internal network. */
export const isBlockedUrl = ({ refusalOf }: Connections, url: string | null | undefined): boolean =>
  typeof url === 'string' && URL.canParse(url) && refusalOf(url) !== undefined

const viewOf = ({ ctx, connecting }: MerchantInput, store: StoreRow): z.input<typeof storeView> => {
  const hints = hintsOfStore(connecting.sealer, store, ctx.clock.now())
  return {
    id: store.id,
    name: store.name,
    platform: store.platform,
    environment: store.environment,
    locale: store.locale,
    notify_url: store.notify_url && addressWithoutSecrets(store.notify_url),
    orders_url: store.orders_url && addressWithoutSecrets(store.orders_url),
    webhook_url: webhookUrlOf(ctx, store),
    publishable_key: store.publishable_key && secretHint(store.publishable_key),
    secrets: {
      secret_key: viewOfHints(hints.secretKey),
      webhook_secret: viewOfHints(hints.webhookSecret),
      notify_secret: viewOfHints(hints.notifySecret),
    },
    policy: store.policy,
    connected_at: store.connected_at.toISOString(),
    updated_at: store.updated_at.toISOString(),
  }
}

const viewOfHints = (hints: SecretHints | undefined) =>
  hints
    ? {
        hint: hints.hint,
        replaced: hints.replaced.map(({ hint, until }) => ({ hint, until: until.toISOString() })),
      }
    : null
