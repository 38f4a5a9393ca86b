import type { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import { NOTIFICATION_TYPES } from '../../../payments/ports/notification.ts'
import {
  NOTIFICATION_DESCRIPTIONS,
  notificationHeaders,
  orderNotification,
  savedCardNotification,
} from '../checkouts/schemas.ts'
import { IDEMPOTENCY_KEY, pathsOf } from '../openapi-paths.ts'
import { ordersAnswer, ordersRequested } from '../reconciliations/reconciliation-schemas.ts'
import type { MerchantRoute } from '../route.ts'

/** Builds the merchant API's OpenAPI 3.1 document from its routes. */
export const openApiDocument = (routes: readonly MerchantRoute[], publicUrl: string) =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Puente merchant API',
      version: '1',
      description:
        'Orders of a shop become card payments at the gateway, and the shop is notified of what became of them. ' +
        'Amounts are decimal strings, times are ISO 8601 in UTC, errors are problem documents (RFC 9457).',
    },
    servers: [{ url: publicUrl }],
    security: [{ storeApiKey: [] }],
    components: {
      securitySchemes: {
        storeApiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the store; each route names the scope that it needs.',
        },
      },
    },
    tags: [
      { name: 'Store', description: 'How the store is connected, and what it has decided.' },
      { name: 'Checkouts', description: 'An order becomes a payment.' },
      { name: 'Orders', description: 'What became of an order.' },
      { name: 'Saved cards', description: 'Cards that customers let the gateway keep.' },
      { name: 'Problems', description: 'What a person should look at.' },
      { name: 'Reconciliation', description: 'Whether gateway, database and store agree.' },
      { name: 'Tasks', description: 'What Puente still has to do, or has given up.' },
      { name: 'Notifications', description: 'What the shop was or is to be told.' },
      { name: 'Events', description: 'What came in, and what became of it.' },
      { name: 'Webhook health', description: "Whether the gateway's events arrive." },
    ],
    paths: pathsOf(routes, { problems: PROBLEMS_OF_EACH_ROUTE, own: ownWords }),
    webhooks: {
      ...Object.fromEntries(
        NOTIFICATION_TYPES.map((type) => [
          type,
          {
            post: messageOf(type, {
              summary: NOTIFICATION_DESCRIPTIONS[type],
              schema: orderNotification(type),
            }),
          },
        ]),
      ),
      'orders.requested': {
        post: {
          operationId: 'orders.requested',
          summary: 'How do these orders stand?',
          description:
            'Asked at the orders URL of a shop that has one, by a reconciliation: a signed POST as all others. Orders that the shop does not know are left out of its answer.',
          security: [],
          requestParams: { header: notificationHeaders },
          requestBody: {
            required: true,
            content: { 'application/json': { schema: ordersRequested } },
          },
          responses: {
            200: {
              description: 'The orders',
              content: { 'application/json': { schema: ordersAnswer } },
            },
          },
        },
      },
      'payment_method.saved': {
        post: messageOf('payment_method.saved', {
          summary: 'A customer let the gateway keep a card',
          schema: savedCardNotification,
        }),
      },
    },
  })

const PROBLEMS_OF_EACH_ROUTE = {
  401: 'The API key is wrong',
  403: 'The API key is not allowed to do this (`not_allowed`), or the store is disabled (`store_disabled`)',
  500: 'Something went wrong on our side',
}

const ownWords = (route: MerchantRoute) => {
  const parameters = [
    ...(route.path.includes('{id}') ? [idOf(route)] : []),
    ...(route.path.includes('{refund_id}') ? [REFUND_ID] : []),
    ...(route.requiresIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    description: `Needs the scope \`${route.scope}\`.`,
    security: [{ storeApiKey: [route.scope] }],
    ...(parameters.length > 0 ? { parameters } : {}),
  }
}

const ORDER_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The shop's own id of the order.",
  schema: { type: 'string' },
  example: 'A-1',
} as const

const REFUND_ID = {
  name: 'refund_id',
  in: 'path',
  required: true,
  description: 'The id of the refund.',
  schema: { type: 'string' },
  example: 'ref_01kadq2v7w8x9y0z1a2b3c4d5e',
} as const

const PROBLEM_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the problem.',
  schema: { type: 'string' },
  example: 'prb_12',
} as const

const SAVED_CARD_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The gateway's reference of the card.",
  schema: { type: 'string' },
  example: 'pm_8f14e45fceea167a5a36dedd',
} as const

const TASK_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the task.',
  schema: { type: 'string' },
  example: 'tsk_12',
} as const

const EVENT_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the event.',
  schema: { type: 'string' },
  example: 'evt_12',
} as const

const RUN_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the reconciliation.',
  schema: { type: 'string' },
  example: 'rec_01kadq2v7w8x9y0z1a2b3c4d5e',
} as const

const idOf = ({ tag }: MerchantRoute) => {
  if (tag === 'Reconciliation') return RUN_ID
  if (tag === 'Problems') return PROBLEM_ID
  if (tag === 'Events') return EVENT_ID
  if (tag === 'Tasks' || tag === 'Notifications') return TASK_ID
  return tag === 'Saved cards' ? SAVED_CARD_ID : ORDER_ID
}

const messageOf = (
  operationId: string,
  { summary, schema }: { summary: string; schema: z.ZodType },
): ZodOpenApiOperationObject => ({
  operationId,
  summary,
  description:
    'What the shop is notified of at its notify URL: a signed POST (Standard Webhooks 1.0), repeated with growing waits until the shop answers 2xx. ' +
    'Messages can come twice, and an older one after a newer one: `timestamp` tells.',
  security: [],
  requestParams: { header: notificationHeaders },
  requestBody: {
    required: true,
    content: { 'application/json': { schema } },
  },
  responses: { '2XX': { description: 'The shop has taken the message' } },
})
