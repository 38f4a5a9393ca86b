import { z } from 'zod'
import type { Language } from '../../locales/language.ts'
import type { Deprecation } from './deprecation.ts'
import type { Problem } from './problem.ts'

export interface RouteResponse {
  status: number
  language?: Language
  body?: unknown
  /** Sent instead of a body. */
  problem?: Problem
  headers?: Record<string, string>
  /** Changed fields, for the audit log. */
  change?: { before?: object | undefined; after?: object | undefined }
}

export interface RouteRefusal extends RouteResponse {
  problem: Problem
  headers: Record<string, string>
}

export const refuse = (document: Problem, headers: Record<string, string> = {}): RouteRefusal => ({
  status: document.status,
  problem: document,
  headers,
})

export interface RequestInput<Body, Query> {
  body: Body
  query: Query
  reader: Language | undefined
  /** Store's order id, or another id. */
  id: string
  refundId: string
  fromAddress: string
  /** Empty without the header, or if the route takes none. */
  idempotencyKey: string
}

/** A route that the server and the OpenAPI document share. `Given`: the use case's context. */
export interface Route<Given> {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** OpenAPI template: `/v1/orders/{id}`. */
  path: string
  /** Names the method of generated clients. */
  operationId: string
  tag: string
  summary: string
  body?: z.ZodType
  query?: z.ZodObject
  deprecated?: Deprecation
  requiresIdempotencyKey?: boolean
  /** Accepts an optional key; other routes ignore the header. */
  takesIdempotencyKey?: boolean
  /** Success responses; problem documents are added. */
  answers: Record<number, { description: string; schema: z.ZodType; contentType?: string }>
  /** Statuses besides 401, 403 and 500. */
  problems: Record<number, string>
  handle(input: Given & RequestInput<unknown, unknown>): Promise<RouteResponse>
}

const NOTHING = z.strictObject({}).default({})

type RouteBody = Pick<Route<never>, 'method' | 'body'>

/** Reports whether a POST route accepts only an absent or empty body. */
export const acceptsNoBody = ({ method, body }: RouteBody): boolean => method === 'post' && !body

/** Without a body, the schema still refuses unknown fields. */
export const bodySchemaOf = (route: RouteBody): z.ZodType | undefined =>
  acceptsNoBody(route) ? NOTHING : route.body
