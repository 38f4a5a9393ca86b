import { createDocument } from 'zod-openapi'
import { IDEMPOTENCY_KEY, pathsOf } from '../openapi-paths.ts'
import type { OperatorRoute, OperatorTag } from '../route.ts'

const TAGS: Record<OperatorTag, string> = {
  Stores: 'Stores with their connection and settings.',
  Orders: 'Orders of all stores.',
  'Payment requests': "Payments that the merchant requests without a shop's order.",
  Counter: 'Favourites and takings of counters.',
  Payments: 'Payments of all stores.',
  'Payment links': 'Links that any number of customers can pay.',
  Refunds: 'Voids and refunds of all stores.',
  Customers: 'Customers of all stores, derived from their orders.',
  Alerts: 'Conditions that a person should review.',
  Deliveries: 'Inbound webhooks and outbound notifications.',
  Tasks: 'Pending, running and dead tasks.',
  Circuits: 'Circuit breakers of gateway accounts and shops.',
  Reconciliation: 'Comparison of gateway, database and store.',
  Money: 'Payments, refunds and declines per day.',
  Health: 'Health of stores.',
  'API keys': 'API keys of stores, for the merchant API.',
  People: 'Members, roles and the audit log.',
  Changes: 'Stream of changes.',
}

/** Builds the operator API's OpenAPI 3.1 document from its routes. */
export const operatorDocument = (routes: readonly OperatorRoute[], publicUrl: string) =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Puente operator API',
      version: '1',
      description:
        "Reads and manages all stores of a person's organizations. Paths take Puente's own ids. " +
        'Amounts are decimal strings, times are ISO 8601 in UTC, errors are problem documents (RFC 9457). ' +
        'Writes require the `Origin` of a Puente page, and a JSON body if they have one.',
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
  401: 'The session is missing, expired or revoked (`not_signed_in`)',
  403: 'The person lacks the scope (`not_allowed`), must confirm the action with a password or a second factor (`fresh_sign_in_needed`, `second_factor_needed`, `second_factor_required`), or the request did not come from a Puente page (`wrong_origin`)',
  429: 'The person exceeded their rate limit (`rate_limited`); retry after `Retry-After`',
  500: 'Puente failed unexpectedly (`internal_error`); retry the request',
}

const ownWords = (route: OperatorRoute) => {
  const parameters = [
    ...(route.path.includes('{id}') ? [ID] : []),
    ...(route.requiresIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    description: `Requires the scope \`${route.scope}\`.`,
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
