import { z } from 'zod'
import type { ApiKeyRow } from '../../../db/db.ts'
import { apiKeysOfStores, getApiKey } from '../../../db/stores/api-keys.ts'
import { SCOPES } from '../../../domain/rights.ts'
import { TEXTS } from '../../../locales/texts.ts'
import {
  createApiKey,
  endOfKey,
  revokeApiKey,
  rightsOfKey,
  rotateApiKey,
} from '../../../payments/stores/api-keys.ts'
import { endOfReplaced } from '../../../payments/stores/replaced-secrets.ts'
import { instant } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { toMoney } from '../../requests/typed-money.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { storeIdField } from '../operator/list-schemas.ts'
import { defineList } from '../operator/lists.ts'
import { byKey, byStore } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { givenRefundLimit, refundLimitView, viewOfLimit } from '../people/refund-limits.ts'
import { type OperatorRoute, refuse } from '../route.ts'

const keyView = z
  .object({
    id: z.string().meta({ example: 'key_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    store_id: storeIdField,
    name: z.string(),
    hint: z.string().nullable().meta({ description: 'First and last characters of the key.' }),
    scopes: z.array(z.enum(SCOPES)),
    refund_limit: refundLimitView.meta({
      description: 'Limit for one refund; `null` for no limit.',
    }),
    refund_day_limit: refundLimitView.meta({
      description: 'Limit for all refunds in a Honduras day; `null` for no limit.',
    }),
    state: z.enum(['in_force', 'expired', 'revoked']).meta({
      description: '`in_force`: valid. `expired`: past `expires_at`. `revoked`: by a person.',
    }),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' })

const madeKey = z
  .object({
    api_key: z.string().meta({ description: 'The API key, which Puente returns only once.' }),
  })
  .meta({ id: 'MadeApiKey' })

const viewOfKey = (key: ApiKeyRow, now: Date): z.input<typeof keyView> => {
  const { scopes, refundLimit, refundDayLimit } = rightsOfKey(key)
  const end = endOfKey(key, now)
  return {
    id: key.id,
    store_id: key.store_id,
    name: key.name,
    hint: key.hint,
    scopes: [...scopes],
    refund_limit: viewOfLimit(refundLimit),
    refund_day_limit: viewOfLimit(refundDayLimit),
    state: end ? (end.how === 'expired' ? 'expired' : 'revoked') : 'in_force',
    created_at: key.created_at.toISOString(),
    last_used_at: key.last_used_at?.toISOString() ?? null,
    expires_at: key.expires_at?.toISOString() ?? null,
    revoked_at: key.revoked_at?.toISOString() ?? null,
  }
}

const listKeys = defineList({
  path: '/operator/v1/api-keys',
  operationId: 'listApiKeys',
  tag: 'API keys',
  scope: 'admin',
  summary: 'List API keys of all stores, newest first',
  list: 'api_keys',
  filters: {
    state: z.enum(['in_force', 'all']).default('in_force').describe('`in_force`: only valid keys.'),
  },
  row: keyView,
  id: 'ApiKeys',
  description: 'A page of keys',
  read: async (input, scope) => {
    const { ctx, query } = input
    const now = ctx.clock.now()
    const inForceAt = query.state === 'in_force' ? now : undefined
    const { rows, next } = await apiKeysOfStores(ctx.db.query, { ...scope, inForceAt })
    return { data: rows.map((key) => viewOfKey(key, now)), next }
  },
})

const newLimit = givenRefundLimit.transform(toMoney).optional()

const newKey = z
  .strictObject({
    name: plainText(100).meta({ example: 'counter' }),
    scopes: z
      .array(z.enum(SCOPES))
      .min(1)
      .meta({ description: 'Scopes of the key. No scope includes another.' }),
    refund_limit: newLimit,
    refund_day_limit: newLimit,
    expires_at: instant
      .optional()
      .meta({ description: 'Time at which the key expires. By default, it never expires.' }),
  })
  .refine(({ scopes, refund_limit }) => !refund_limit || scopes.includes('refund'), {
    path: ['refund_limit'],
    error: TEXTS.en.validation.noRefundScope,
  })
  .refine(({ scopes, refund_day_limit }) => !refund_day_limit || scopes.includes('refund'), {
    path: ['refund_day_limit'],
    error: TEXTS.en.validation.noRefundScope,
  })
  .meta({ id: 'NewApiKey', example: { name: 'counter', scopes: ['read', 'refund'] } })

const ofKeys = { method: 'post', tag: 'API keys', scope: 'admin' } as const

const makeKey = defineLocatedRoute({
  ...ofKeys,
  path: '/operator/v1/stores/{id}/api-keys',
  operationId: 'createApiKey',
  needsFreshSignIn: () => true,
  // The key can make refunds of any amount without a person.
  needsSecondFactor: ({ body, secondFactorRefunds: { from } }) =>
    from.length > 0 && body.scopes.includes('refund'),
  locate: byStore,
  summary: 'Create an API key for a store',
  body: newKey,
  answers: { 201: { description: 'The new key', schema: madeKey } },
  problems: { 404: "No such store in the person's organizations", 422: 'A field is not valid' },
  handle: async ({ ctx, store, body, stores }) => {
    const { scopes, refund_limit: refundLimit, refund_day_limit: refundDayLimit } = body
    const apiKey = await createApiKey(
      { ...stores, now: ctx.clock.now() },
      {
        storeId: store.id,
        name: body.name,
        expiresAt: body.expires_at ?? null,
        rights: { scopes, refundLimit, refundDayLimit },
      },
    )
    return apiKey ? { status: 201, body: { api_key: apiKey } } : refuse(NOT_FOUND)
  },
})

const rotateKey = defineLocatedRoute({
  ...ofKeys,
  path: '/operator/v1/api-keys/{id}/rotate',
  operationId: 'rotateApiKey',
  needsFreshSignIn: () => true,
  // The replaced key may have the scope `refund`.
  needsSecondFactor: ({ secondFactorRefunds: { from } }) => from.length > 0,
  locate: byKey,
  summary: 'Replace a key by one with the same rights; the previous key stays valid for a day',
  body: z
    .strictObject({
      until: instant.optional().meta({
        description:
          'Time until which the previous key is valid, unless it expires earlier. Defaults to one day from now.',
      }),
      expires_at: instant
        .optional()
        .meta({ description: 'Time at which the new key expires. By default, it never expires.' }),
    })
    .default({})
    .meta({ id: 'RotateApiKey', example: {} }),
  answers: {
    201: {
      description: 'The new key, and the time until which the previous key is valid',
      schema: madeKey.extend({ until: z.iso.datetime() }).meta({ id: 'RotatedApiKey' }),
    },
  },
  problems: { 404: "No such valid key in the person's organizations", 422: 'A field is not valid' },
  handle: async ({ ctx, body, stores, row: { id: keyId, store_id: storeId } }) => {
    const now = ctx.clock.now()
    const { until = endOfReplaced(now), expires_at: expiresAt = null } = body
    const rotated = await rotateApiKey({ ...stores, now }, { storeId, keyId, until, expiresAt })
    if (rotated.outcome !== 'rotated') return refuse(NOT_FOUND)
    return {
      status: 201,
      body: { api_key: rotated.apiKey, until: rotated.until.toISOString() },
    }
  },
})

const revokeKey = defineLocatedRoute({
  ...ofKeys,
  path: '/operator/v1/api-keys/{id}/revoke',
  operationId: 'revokeApiKey',
  locate: byKey,
  summary: 'Revoke a key immediately',
  answers: { 200: { description: 'The revoked key', schema: keyView } },
  problems: { 404: "No such key in the person's organizations" },
  handle: async ({ ctx, row: { id, store_id: storeId } }) => {
    const now = ctx.clock.now()
    await revokeApiKey(ctx.db.query, { id, storeId, now })
    const key = await getApiKey(ctx.db.query, id)
    return key ? { status: 200, body: viewOfKey(key, now) } : refuse(NOT_FOUND)
  },
})

export const keyRoutes: readonly OperatorRoute[] = [listKeys, makeKey, rotateKey, revokeKey]
