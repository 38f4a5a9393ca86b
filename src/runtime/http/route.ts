import { z } from 'zod'
import type { Problem } from './problem.ts'
import type { Language } from './reader-language.ts'

export interface Answer {
  status: number
  /** Of the sentences in it that people read, where it depends on who asks. */
  language?: Language
  /** A value that becomes JSON, or a stream that is passed on as it comes. */
  body?: unknown
  /** In place of a body: a refusal, in the language of who reads it. */
  problem?: Problem
  headers?: Record<string, string>
  /** What was changed, for the audit log alone: the same fields before and after. */
  change?: { before?: object | undefined; after?: object | undefined }
}

/** A refusal: a problem document under its own status. */
export const refuse = (document: Problem, headers: Record<string, string> = {}): Answer => ({
  status: document.status,
  problem: document,
  headers,
})

/** What a request says, as the schemas of its route have read it. */
export interface RequestInput<Body, Query> {
  body: Body
  query: Query
  /** The language that `Accept-Language` asks for, if it asks for one of ours. */
  reader: Language | undefined
  /** The `{id}` of the path: the shop's own id of an order, or another id. */
  id: string
  /** The `{refund_id}` of the path, on a route that has one. */
  refundId: string
  /** The network that the request comes from. */
  fromAddress: string
  /** The `Idempotency-Key` header; never empty on a route that requires it. */
  idempotencyKey: string
}

/**
 * One route of an API: what it takes, what it answers, and the use case behind it. The server and the
 * OpenAPI document are both made from these. `Given`: what a use case has beside the request.
 */
export interface Route<Given> {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** As OpenAPI writes it: `/v1/orders/{id}`. */
  path: string
  /** The name of the route for clients that are made from the OpenAPI document. */
  operationId: string
  tag: string
  summary: string
  body?: z.ZodType
  query?: z.ZodObject
  /** The route asks for an `Idempotency-Key`: the same key does the same once. */
  requiresIdempotencyKey?: boolean
  /** The success answers by status; problem documents are added to each route. */
  answers: Record<number, { description: string; schema: z.ZodType; contentType?: string }>
  /** The statuses of problem documents that this route can answer, beside 401, 403 and 500. */
  problems: Record<number, string>
  handle(input: Given & RequestInput<unknown, unknown>): Promise<Answer>
}

const NOTHING = z.strictObject({}).default({})

type Taking = Pick<Route<never>, 'method' | 'body'>

/** Whether a route that could be given something is given nothing: no body, or an empty object. */
export const takesNothing = ({ method, body }: Taking): boolean => method === 'post' && !body

/** What a body is read by. A route that takes nothing refuses a field as the others do. */
export const bodySchemaOf = (route: Taking): z.ZodType | undefined =>
  takesNothing(route) ? NOTHING : route.body
