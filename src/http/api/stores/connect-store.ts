import { z } from 'zod'
import { findStore } from '../../../db/stores/stores.ts'
import { StoreId } from '../../../domain/ids.ts'
import { TEXTS } from '../../../locales/texts.ts'
import { checkGatewayKeys } from '../../../payments/stores/check-gateway-keys.ts'
import { connectStore } from '../../../payments/stores/connect-store.ts'
import { fieldProblem } from '../../../runtime/http/problem.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { defineOperatorRoute, type OperatorRoute, refuse } from '../route.ts'
import { refuseKeys, testGatewayKeys } from './gateway-keys.ts'
import { storeOfPerson, viewOfStore } from './operator-stores.ts'
import { isBlockedUrl, refuseChange } from './store.ts'
import { allowShortSecret } from './store-schemas.ts'

const storeUrl = z.url({ protocol: /^https?$/, error: TEXTS.en.validation.httpAddress }).max(2_000)

const newStore = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, 'Use 2 to 40 lower-case letters, digits and hyphens')
      .pipe(StoreId)
      .meta({ description: 'Short and readable: part of the webhook address.', example: 'tienda' }),
    name: plainText(191),
    organization_id: z.string().max(191).optional().meta({
      description: 'Whose it becomes; only who administers several has to say it.',
    }),
    locale: z.enum(['es', 'en']).default('es'),
    secret_key: plainText(191).meta({ description: "The gateway's secret key." }),
    publishable_key: plainText(191).nullable().default(null),
    webhook_secret: plainText(191).meta({
      description: "The gateway's signing secret; at least 16 characters.",
    }),
    allow_short: allowShortSecret,
    notify_url: storeUrl.nullable().default(null),
    orders_url: storeUrl.nullable().default(null),
  })
  .meta({
    id: 'NewStore',
    example: {
      id: 'tienda',
      name: 'Tienda',
      secret_key: 'sk_test_sandbox',
      webhook_secret: 'whsec_…',
    },
  })

const connectedStore = z
  .object({
    store: storeOfPerson,
    api_key: z.string().meta({ description: 'The key itself; it is shown this once.' }),
    notify_secret: z.string().meta({
      description: 'By which the store verifies what it is told; it is shown this once.',
    }),
    gateway_reached: z.boolean().meta({
      description: '`false`: the gateway did not answer, so the secret key is not tried yet.',
    }),
  })
  .meta({ id: 'ConnectedStore' })

const addStore = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/stores',
  operationId: 'connectStore',
  tag: 'Stores',
  scope: 'admin',
  summary: 'Connect a store; Puente checks its key at the gateway',
  body: newStore,
  answers: { 201: { description: 'The store, its key and its secret', schema: connectedStore } },
  problems: {
    404: 'The person has no such organization',
    422: 'A field is not valid, or the gateway does not know the key',
  },
  handle: async ({ ctx, body, stores, connecting, organizationIds }) => {
    const [onlyOne, ...others] = organizationIds
    const organizationId = body.organization_id ?? (others.length > 0 ? undefined : onlyOne)
    if (organizationId === undefined) return refuse(SAY_WHOSE)
    if (!organizationIds.includes(organizationId)) return refuse(NOT_FOUND)
    const inside = ADDRESSES.find((field) => isBlockedUrl(ctx.storeConnections, body[field]))
    if (inside) return refuse(fieldProblem(inside, NOT_PUBLIC))
    const given = {
      locale: body.locale,
      secretKey: body.secret_key,
      publishableKey: body.publishable_key,
      webhookSecret: body.webhook_secret,
      allowShort: body.allow_short,
    }
    const check = await checkGatewayKeys(connecting.gatewayOf, given)
    if (check.outcome === 'refused') return refuseKeys(check.problems)
    const connected = await connectStore(
      { ...stores, now: ctx.clock.now() },
      {
        ...given,
        id: body.id,
        name: body.name,
        notifyUrl: body.notify_url,
        ordersUrl: body.orders_url,
        isNewIn: { organizationId },
      },
    )
    if (connected.outcome === 'refused') {
      return refuseChange(connected)
    }
    const store = await findStore(ctx.db.query, body.id)
    if (!store) return refuse(NOT_FOUND)
    const view = viewOfStore(ctx, store)
    return {
      status: 201,
      body: {
        store: view,
        api_key: connected.apiKey,
        notify_secret: connected.notifySecret,
        gateway_reached: check.outcome === 'accepted',
      },
      change: { after: view },
    }
  },
})

const readGateway = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/gateway',
  operationId: 'readGateway',
  tag: 'Stores',
  scope: 'read',
  summary: "Read the address of the gateway's portal",
  answers: {
    200: {
      description: 'The portal',
      schema: z
        .object({
          portal_url: z.url().nullable().meta({ description: '`null`: it is not known here.' }),
        })
        .meta({ id: 'Gateway' }),
    },
  },
  problems: {},
  handle: async ({ portalUrl }) => ({ status: 200, body: { portal_url: portalUrl ?? null } }),
})

const ADDRESSES = ['notify_url', 'orders_url'] as const

const NOT_PUBLIC = fieldMessage('publicAddress')

const SAY_WHOSE = fieldProblem('organization_id', fieldMessage('organization'))

export const connectingRoutes: readonly OperatorRoute[] = [addStore, readGateway, testGatewayKeys]
