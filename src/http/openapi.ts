import type { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import { NOTIFICATION_TYPES } from '../payments/ports/notification.ts'
import { takesNothing } from '../runtime/http/route.ts'
import { ordersAnswer, ordersRequested } from './merchant-api/reconciliation-schemas.ts'
import type { Route } from './merchant-api/route.ts'
import {
  SHOP_MESSAGES,
  savedCardMessage,
  shopMessage,
  shopMessageHeaders,
} from './merchant-api/schemas.ts'
import { problemDocument } from './problem.ts'

/** The OpenAPI 3.1 document of the merchant API, made from the schemas that the routes check by. */
export const openApiDocument = (routes: readonly Route[], publicUrl: string) =>
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
        storeApiKey: { type: 'http', scheme: 'bearer', description: 'The API key of the store.' },
      },
    },
    tags: [
      { name: 'Checkouts', description: 'An order becomes a payment.' },
      { name: 'Orders', description: 'What became of an order.' },
      { name: 'Saved cards', description: 'Cards that customers let the gateway keep.' },
      { name: 'Problems', description: 'What a person should look at.' },
      { name: 'Reconciliation', description: 'Whether gateway, database and store agree.' },
      { name: 'Tasks', description: 'What Puente still has to do, or has given up.' },
      { name: 'Notifications', description: 'What the shop was or is to be told.' },
      { name: 'Webhook health', description: "Whether the gateway's events arrive." },
    ],
    paths: pathsOf(routes),
    webhooks: {
      ...Object.fromEntries(
        NOTIFICATION_TYPES.map((type) => [
          type,
          { post: messageOf(type, { summary: SHOP_MESSAGES[type], schema: shopMessage(type) }) },
        ]),
      ),
      'orders.requested': {
        post: {
          operationId: 'orders.requested',
          summary: 'How do these orders stand?',
          description:
            'Asked at the orders URL of a shop that has one, by a reconciliation: a signed POST as all others. Orders that the shop does not know are left out of its answer.',
          security: [],
          requestParams: { header: shopMessageHeaders },
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
          schema: savedCardMessage,
        }),
      },
    },
  })

const pathsOf = (routes: readonly Route[]): ZodOpenApiPathsObject => {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) }
  }
  return paths
}

const PROBLEMS_OF_EACH_ROUTE = {
  401: 'The API key is wrong',
  403: 'The store is disabled (`store_disabled`)',
  500: 'Something went wrong on our side',
}

const PROBLEM_OF_A_BODY = { 422: 'There is something in the body' }

const operationOf = (route: Route): ZodOpenApiOperationObject => {
  const answers = Object.entries(route.answers).map(
    ([status, { description, schema, contentType = 'application/json' }]) => [
      status,
      { description, content: { [contentType]: { schema } } },
    ],
  )
  const problemsByStatus = {
    ...PROBLEMS_OF_EACH_ROUTE,
    ...(takesNothing(route) ? PROBLEM_OF_A_BODY : {}),
    ...route.problems,
  }
  const problems = Object.entries(problemsByStatus).map(([status, description]) => [
    status,
    { description, content: { 'application/problem+json': { schema: problemDocument } } },
  ])
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.path.includes('{id}') || route.query
      ? {
          parameters: [
            ...(route.path.includes('{id}') ? [idOf(route)] : []),
            ...(route.path.includes('{refund_id}') ? [REFUND_ID] : []),
            ...(route.requiresIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
          ],
          ...(route.query ? { requestParams: { query: route.query } } : {}),
        }
      : {}),
    ...(route.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: route.body } } } }
      : {}),
    responses: Object.fromEntries([...answers, ...problems]),
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

const RUN_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the reconciliation.',
  schema: { type: 'string' },
  example: 'rec_01kadq2v7w8x9y0z1a2b3c4d5e',
} as const

const idOf = ({ tag }: Route) => {
  if (tag === 'Reconciliation') return RUN_ID
  if (tag === 'Problems') return PROBLEM_ID
  if (tag === 'Tasks' || tag === 'Notifications') return TASK_ID
  return tag === 'Saved cards' ? SAVED_CARD_ID : ORDER_ID
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Your own key for this request: sent again with the same body, it does the same once.',
  schema: { type: 'string', minLength: 1, maxLength: 191 },
  example: 'refund-1001-1',
} as const

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
  requestParams: { header: shopMessageHeaders },
  requestBody: {
    required: true,
    content: { 'application/json': { schema } },
  },
  responses: { '2XX': { description: 'The shop has taken the message' } },
})
