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
import { keyFields, testGatewayKeys } from './gateway-keys.ts'
import { refuseChange, refuseKeys, refusePrivateAddress } from './store-refusals.ts'
import { storeOfPerson } from './store-schemas.ts'
import { viewOfStore } from './store-views.ts'

const storeUrl = z.url({ protocol: /^https?$/, error: TEXTS.en.validation.httpAddress }).max(2_000)

const newStore = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, 'Use 2 to 40 lower-case letters, digits and hyphens')
      .pipe(StoreId)
      .meta({
        description: 'Readable id, which is part of the webhook address.',
        example: 'tienda',
      }),
    name: plainText(191),
    organization_id: z.string().max(191).optional().meta({
      description: 'Organization of the store. Required if the person administers several.',
    }),
    locale: z.enum(['es', 'en']).default('es'),
    ...keyFields,
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
    api_key: z.string().meta({ description: 'The API key, which Puente returns only once.' }),
    notify_secret: z.string().meta({
      description: 'Secret that verifies notifications, which Puente returns only once.',
    }),
    gateway_reached: z.boolean().meta({
      description:
        '`false` if the gateway did not answer, so that Puente could not check the secret key.',
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
  answers: {
    201: { description: 'The store with its API key and notify secret', schema: connectedStore },
  },
  problems: {
    404: 'The person does not belong to the organization',
    422: 'A field is not valid, or the gateway does not know the key',
  },
  handle: async ({ ctx, body, stores, connecting, organizationIds }) => {
    const [onlyOne, ...others] = organizationIds
    const organizationId = body.organization_id ?? (others.length > 0 ? undefined : onlyOne)
    if (organizationId === undefined) return refuse(SAY_WHOSE)
    if (!organizationIds.includes(organizationId)) return refuse(NOT_FOUND)
    const blocked = refusePrivateAddress(ctx.storeConnections, body)
    if (blocked) return blocked
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
    if (connected.outcome === 'refused') return refuseChange(connected)
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
      description: 'Address of the portal',
      schema: z
        .object({
          portal_url: z.url().nullable().meta({ description: '`null` if unknown.' }),
        })
        .meta({ id: 'Gateway' }),
    },
  },
  problems: {},
  handle: async ({ portalUrl }) => ({ status: 200, body: { portal_url: portalUrl ?? null } }),
})

const SAY_WHOSE = fieldProblem('organization_id', fieldMessage('organization'))

export const connectingRoutes: readonly OperatorRoute[] = [addStore, readGateway, testGatewayKeys]
