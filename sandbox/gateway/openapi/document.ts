import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import { DELIVERY, EVENT_TYPES, type EventType } from '../../../src/contract/events.ts'
import { EVENTS, eventBody, eventHeaders } from './description/events.ts'
import type { ContractRoute, ResponseDescription } from './description/route.ts'
import { answersOf, COMMON_ANSWERS, CONTRACT_ROUTES } from './description/routes.ts'

/**
 * Bases have no trailing slash. Describes the gateway's own responses; a tolerant reader accepts
 * more.
 */
export const contractDocument = (bases: { baseUrl: string; embedBaseUrl: string }) =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Payment gateway',
      version: '1',
      description:
        'The contract of the card payment gateway. Amounts are decimal currency units, times are Honduras time without an offset. ' +
        'Unknown fields of a request are dropped and named in `warnings`. Messages are localised: branch on `code`. ' +
        'Where the contract says nothing, this document says "not shown" and leaves the body open.',
    },
    servers: [{ url: bases.baseUrl }],
    security: [{ secretKey: [] }],
    components: {
      securitySchemes: {
        secretKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A secret key; its prefix, `sk_test_` or `sk_live_`, chooses the environment (5).',
        },
      },
    },
    paths: pathsOf(bases.embedBaseUrl),
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: deliveryOf(type) }])),
  })

const pathsOf = (embedBaseUrl: string): ZodOpenApiPathsObject => {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of CONTRACT_ROUTES) {
    paths[route.path] = {
      ...paths[route.path],
      ...(route.base === 'embed' ? { servers: [{ url: embedBaseUrl }] } : {}),
      [route.method]: operationOf(route),
    }
  }
  return paths
}

const operationOf = (route: ContractRoute): ZodOpenApiOperationObject => ({
  operationId: route.operationId,
  tags: [route.tag],
  summary: route.summary,
  description: `${route.description}\n\nSection ${route.section} of the contract.`,
  requestParams: parametersOf(route),
  ...(route.body
    ? {
        requestBody: {
          required: route.body.required,
          content: { 'application/json': { schema: route.body.schema } },
        },
      }
    : {}),
  responses: Object.fromEntries(
    Object.entries(answersOf(route)).map(([status, answer]) => [
      status,
      COMMON_RESPONSES.get(answer) ?? responseOf(answer),
    ]),
  ),
})

const ACCEPT_LANGUAGE = z
  .enum(['es', 'en'])
  .optional()
  .meta({
    description: 'The language of messages; Spanish without it.',
    param: { id: 'AcceptLanguage' },
  })

const IDEMPOTENCY_KEY = {
  recommended: z
    .string()
    .optional()
    .meta({
      description: 'One per attempt. Behaviour when one is used again: not shown.',
      param: { id: 'IdempotencyKey' },
    }),
  mandatory: z
    .string()
    .min(1)
    .meta({
      description: 'One per attempt; 422 without it. Behaviour when one is used again: not shown.',
      param: { id: 'MandatoryIdempotencyKey' },
    }),
}

const parametersOf = (route: ContractRoute): ZodOpenApiParameters => ({
  ...(route.pathParameters ? { path: route.pathParameters } : {}),
  ...(route.query ? { query: route.query } : {}),
  header: z.object({
    'Accept-Language': ACCEPT_LANGUAGE,
    ...(route.idempotencyKey ? { 'Idempotency-Key': IDEMPOTENCY_KEY[route.idempotencyKey] } : {}),
  }),
})

const responseOf = (answer: ResponseDescription): ZodOpenApiResponseObject => {
  const { description, bodies = [], contentType = 'application/json' } = answer
  const [first, ...others] = bodies
  if (!first) {
    const isJson = contentType === 'application/json'
    return { description, ...(isJson ? {} : { content: { [contentType]: {} } }) }
  }
  const schema = others.length > 0 ? z.union(bodies) : first
  return { description, content: { [contentType]: { schema } } }
}

/** Responses that no route extends become components. */
const COMMON_RESPONSES: ReadonlyMap<ResponseDescription, ZodOpenApiResponseObject> = new Map(
  Object.entries(COMMON_ANSWERS).map(([status, answer]) => [
    answer,
    { ...responseOf(answer), id: `Any${status}` },
  ]),
)

const minutes = (milliseconds: number): number => milliseconds / 60_000

const ATTEMPTS = DELIVERY.waitsBetweenAttemptsMs.length + 1

const deliveryOf = (type: EventType): ZodOpenApiOperationObject => ({
  operationId: type,
  summary: EVENTS[type].summary,
  description:
    `A signed POST to the endpoint of the environment. Up to ${ATTEMPTS} attempts of ${DELIVERY.timeoutMs / 1_000} seconds each, ` +
    `${DELIVERY.waitsBetweenAttemptsMs.map(minutes).join(', ')} minutes apart; events can come twice and out of order.\n\n` +
    'Sections 6.2 to 6.5 of the contract.',
  security: [],
  requestParams: { header: eventHeaders },
  requestBody: { required: true, content: { 'application/json': { schema: eventBody(type) } } },
  responses: {
    '200': { description: 'Taken; the work comes afterwards.' },
    '400': { description: 'The signature is wrong.' },
  },
})
