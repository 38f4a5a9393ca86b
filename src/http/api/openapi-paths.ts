import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { acceptsNoBody, type Route } from '../../runtime/http/route.ts'
import { problemDocument } from '../requests/problem.ts'

type Operation = ZodOpenApiOperationObject

interface ApiWords<Row> {
  /** Problems of every route. */
  problems: Record<number, string>
  own(route: Row): Pick<Operation, 'description' | 'security' | 'parameters'>
  /** Problems of the routes that take an `Idempotency-Key`. */
  problemsOfKey?(route: Row): Record<number, string>
}

/** Builds paths from the schemas that validate requests. */
export const pathsOf = <Row extends Route<never>>(
  routes: readonly Row[],
  words: ApiWords<Row>,
): ZodOpenApiPathsObject => {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, words) }
  }
  return paths
}

const PROBLEM_OF_A_BODY = { 422: 'The route accepts no body' }

const operationOf = <Row extends Route<never>>(
  route: Row,
  { problems: ofEachRoute, own, problemsOfKey }: ApiWords<Row>,
): Operation => {
  const answers = Object.entries(route.answers).map(
    ([status, { description, schema, contentType = 'application/json' }]) => [
      status,
      { description, content: { [contentType]: { schema } } },
    ],
  )
  const problemsByStatus = {
    ...ofEachRoute,
    ...(acceptsNoBody(route) ? PROBLEM_OF_A_BODY : {}),
    ...problemsOfKey?.(route),
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
    ...(route.deprecated ? { deprecated: true } : {}),
    ...own(route),
    ...(route.query ? { requestParams: { query: route.query } } : {}),
    ...(route.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: route.body } } } }
      : {}),
    responses: Object.fromEntries([...answers, ...problems]),
  }
}

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Unique key that you choose for the request. Repeating the same request with the same key has no further effect; a different request with the key fails with 409.',
  schema: { type: 'string', minLength: 1, maxLength: 191 },
  example: 'refund-1001-1',
} as const
