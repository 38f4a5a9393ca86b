import type { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import { NOTIFICATION_TYPES } from '../../../payments/ports/notification.ts'
import { takesKey } from '../../requests/keyed-route.ts'
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
        'Turns the orders of a shop into card payments at the gateway, and notifies the shop of each change. ' +
        'Amounts are decimal strings, times are ISO 8601 in UTC, errors are problem documents (RFC 9457).',
    },
    servers: [{ url: publicUrl }],
    security: [{ storeApiKey: [] }],
    components: {
      securitySchemes: {
        storeApiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'API key of the store. Each route states the scope that it requires.',
        },
      },
    },
    tags: [
      { name: 'Store', description: 'Connection, secrets and policy of the store.' },
      { name: 'Checkouts', description: 'Create a payment for an order.' },
      { name: 'Payment links', description: 'Links that any number of customers can pay.' },
      { name: 'Orders', description: 'Orders with their payments, refunds and timeline.' },
      {
        name: 'Payment requests',
        description: "Payments that the merchant requests without a shop's order.",
      },
      { name: 'Saved cards', description: 'Cards that customers saved at the gateway.' },
      { name: 'Alerts', description: 'Conditions that a person should review.' },
      { name: 'Reconciliation', description: 'Comparison of gateway, database and store.' },
      { name: 'Tasks', description: 'Pending, running and dead tasks.' },
      { name: 'Notifications', description: 'Notifications to the shop.' },
      { name: 'Events', description: 'Inbound webhooks and their outcomes.' },
      { name: 'Webhook health', description: "Delivery of the gateway's events." },
    ],
    paths: pathsOf(routes, {
      problems: PROBLEMS_OF_EACH_ROUTE,
      own: ownWords,
      problemsOfKey: (route) => (takesKey(route) ? PROBLEM_OF_KEY : {}),
    }),
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
        post: messageOf('orders.requested', {
          summary: 'Request for the status of orders',
          description:
            "Signed POST to the shop's orders URL, sent by a reconciliation. Leave orders that you do not know out of the response.",
          schema: ordersRequested,
          responses: {
            200: {
              description: 'The orders',
              content: { 'application/json': { schema: ordersAnswer } },
            },
          },
        }),
      },
      'payment_method.saved': {
        post: messageOf('payment_method.saved', {
          summary: 'Notification of a card that a customer saved at the gateway',
          schema: savedCardNotification,
        }),
      },
    },
  })

const PROBLEM_OF_KEY = {
  409: 'The Idempotency-Key was used for a different request (`idempotency_key_reused`), or its first request is still running (`idempotency_key_in_use`, retry)',
}

const PROBLEMS_OF_EACH_ROUTE = {
  401: 'The API key is missing or not valid (`wrong_api_key`)',
  403: 'The API key lacks the scope (`not_allowed`), or the store is disabled (`store_disabled`)',
  429: 'The API key or its store exceeded its rate limit (`rate_limited`); retry after `Retry-After`',
  500: 'Puente failed unexpectedly (`internal_error`); retry the request',
}

const ownWords = (route: MerchantRoute) => {
  const parameters = [
    ...(route.path.includes('{id}') ? [idOf(route)] : []),
    ...(route.path.includes('{refund_id}') ? [REFUND_ID] : []),
    ...(takesKey(route)
      ? [
          {
            ...IDEMPOTENCY_KEY,
            description: `${IDEMPOTENCY_KEY.description} Puente keeps the response for at least 24 hours.`,
            required: route.requiresIdempotencyKey ?? false,
          },
        ]
      : []),
  ]
  return {
    description: `Requires the scope \`${route.scope}\`.`,
    security: [{ storeApiKey: [route.scope] }],
    ...(parameters.length > 0 ? { parameters } : {}),
  }
}

/** Description and example of `{id}` by tag; by default an order's. */
const IDS: Partial<Record<MerchantRoute['tag'], readonly [description: string, example: string]>> =
  {
    'Payment requests': ['Id of the payment request.', 'req_01kadq2v7w8x9y0z1a2b3c4d5e'],
    Reconciliation: ['Id of the reconciliation.', 'rec_01kadq2v7w8x9y0z1a2b3c4d5e'],
    Alerts: ['Id of the alert.', 'prb_12'],
    Events: ['Id of the event.', 'evt_12'],
    Tasks: ['Id of the task.', 'tsk_12'],
    Notifications: ['Id of the notification.', 'tsk_12'],
    'Payment links': ['Id of the payment link.', 'plk_01kadq2v7w8x9y0z1a2b3c4d5e'],
    'Saved cards': ["The gateway's id of the saved card.", 'pm_8f14e45fceea167a5a36dedd'],
  }

const pathId = (name: string, [description, example]: readonly [string, string]) =>
  ({ name, in: 'path', required: true, description, schema: { type: 'string' }, example }) as const

const idOf = ({ tag }: MerchantRoute) =>
  pathId('id', IDS[tag] ?? ["The shop's id of the order.", 'A-1'])

const REFUND_ID = pathId('refund_id', ['Id of the refund.', 'ref_01kadq2v7w8x9y0z1a2b3c4d5e'])

/** Describes a webhook; defaults to a notification. */
const messageOf = (
  operationId: string,
  {
    schema,
    ...words
  }: Pick<ZodOpenApiOperationObject, 'summary' | 'description'> &
    Partial<Pick<ZodOpenApiOperationObject, 'responses'>> & { schema: z.ZodType },
): ZodOpenApiOperationObject => ({
  operationId,
  description:
    'Signed POST to the notify URL of the shop (Standard Webhooks 1.0), retried with backoff until the shop answers 2xx. ' +
    'Notifications can arrive twice or out of order: compare `timestamp`.',
  security: [],
  requestParams: { header: notificationHeaders },
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { '2XX': { description: 'The shop accepted the notification' } },
  ...words,
})
