import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import type { Route } from './merchant-api/route.ts'
import { problemDocument } from './problem.ts'

/** The OpenAPI 3.1 document of the merchant API, made from the schemas that the routes check by. */
export const openApiDocument = (routes: readonly Route[], publicUrl: string) =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Puente merchant API',
      version: '1',
      description:
        'Orders of a shop become card payments at the gateway, and the shop is told what became of them. ' +
        'Amounts are decimal strings, times are ISO 8601 in UTC, errors are problem documents (RFC 9457).',
    },
    servers: [{ url: publicUrl }],
    security: [{ storeApiKey: [] }],
    components: {
      securitySchemes: {
        storeApiKey: { type: 'http', scheme: 'bearer', description: 'The API key of the store.' },
      },
    },
    paths: pathsOf(routes),
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
  500: 'Something went wrong on our side',
}

const operationOf = (route: Route): ZodOpenApiOperationObject => {
  const answers = Object.entries(route.answers).map(([status, { description, schema }]) => [
    status,
    { description, content: { 'application/json': { schema } } },
  ])
  const problems = Object.entries({ ...PROBLEMS_OF_EACH_ROUTE, ...route.problems }).map(
    ([status, description]) => [
      status,
      { description, content: { 'application/problem+json': { schema: problemDocument } } },
    ],
  )
  return {
    summary: route.summary,
    ...(route.path.includes('{id}') || route.query
      ? {
          parameters: route.path.includes('{id}') ? [ORDER_ID] : [],
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
} as const
