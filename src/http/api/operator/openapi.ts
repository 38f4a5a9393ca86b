import { createDocument } from 'zod-openapi'
import { IDEMPOTENCY_KEY, pathsOf } from '../openapi-paths.ts'
import type { OperatorRoute, OperatorTag } from '../route.ts'

const TAGS: Record<OperatorTag, string> = {
  Stores: 'Stores with their connection and settings.',
  Orders: 'Orders of all stores.',
  'Payment requests': "Payments that the merchant requests without a shop's order.",
  Counter: 'Favourites and takings of counters.',
  Payments: 'Payments of all stores.',
  'Payment links': 'Links for any number of customers.',
  Refunds: 'Voids and refunds of all stores.',
  Customers: 'Customers of all stores, as their orders name them.',
  Alerts: 'Alerts that need a person.',
  Deliveries: 'Inbound webhooks and outbound notifications.',
  Tasks: 'Pending, running and dead tasks.',
  Circuits: 'Circuit breakers of gateway accounts and shops.',
  Reconciliation: 'Comparison of gateway, database and store.',
  Money: 'Payments, refunds and declines per day.',
  Health: 'Health of stores.',
  'API keys': 'Keys with which stores call the merchant API.',
  People: 'Members, roles and the audit log.',
  Changes: 'Live changes.',
}

/** Builds the operator API's OpenAPI 3.1 document from its routes. */
export const operatorDocument = (routes: readonly OperatorRoute[], publicUrl: string) =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Puente operator API',
      version: '1',
      description:
        "Reads and manages all stores of a person's organizations. Ids in paths are those of Puente. " +
        'Amounts are decimal strings, times are ISO 8601 in UTC, errors are problem documents (RFC 9457). ' +
        'Changes require JSON and the `Origin` of a page of Puente.',
    },
    servers: [{ url: publicUrl }],
    security: [{ session: [] }],
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'puente.session_token',
          description: 'Session of a signed-in person (`POST /auth/sign-in`).',
        },
      },
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(routes, { problems: PROBLEMS_OF_EACH_ROUTE, own: ownWords }),
  })

const PROBLEMS_OF_EACH_ROUTE = {
  401: 'Nobody is signed in',
  403: 'The person is not allowed to do this',
  429: 'The person is above their rate limit (`rate_limited`)',
  500: 'Something went wrong on our side',
}

const ownWords = (route: OperatorRoute) => {
  const parameters = [
    ...(route.path.includes('{id}') ? [ID] : []),
    ...(route.requiresIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    description: `A person needs the scope \`${route.scope}\`.`,
    ...(parameters.length > 0 ? { parameters } : {}),
  }
}

const ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: "Id of the resource: Puente's own id, or the id of a store.",
  schema: { type: 'string' },
} as const
