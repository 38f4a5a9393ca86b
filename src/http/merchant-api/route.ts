import { z } from 'zod'
import type { StoreRow } from '../../db/db.ts'
import type { Locale, Platform } from '../../db/tables/stores.ts'
import type { PaymentsContext } from '../../payments/context.ts'
import type { Core } from '../../payments/facade.ts'
import type { Problem } from '../problem.ts'

export interface Answer {
  status: number
  /** Of the sentences in it that people read, where it depends on who asks. */
  language?: Locale
  /** A value that becomes JSON, or a stream that is passed on as it comes. */
  body?: unknown
  /** In place of a body: a refusal, in the language of who reads it. */
  problem?: Problem
  headers?: Record<string, string>
}

/** A refusal: a problem document under its own status. */
export const refuse = (document: Problem, headers: Record<string, string> = {}): Answer => ({
  status: document.status,
  problem: document,
  headers,
})

export interface RouteInput<Body, Query> {
  ctx: PaymentsContext
  /** For the routes of adapters. */
  core: Core
  store: StoreRow
  body: Body
  query: Query
  /** The language that `Accept-Language` asks for, if it asks for one of ours. */
  reader: Locale | undefined
  /** The `{id}` of the path: the shop's own id of an order, or another id. */
  id: string
  /** The `{refund_id}` of the path, on a route that has one. */
  refundId: string
  /** The `Idempotency-Key` header; never empty on a route that requires it. */
  idempotencyKey: string
}

/**
 * One route of the merchant API: what it takes, what it answers, and the use case behind it. The
 * server and the OpenAPI document are both made from these.
 */
export interface Route {
  method: 'get' | 'post' | 'delete'
  /** As OpenAPI writes it: `/v1/orders/{id}`. */
  path: string
  /** The name of the route for clients that are made from the OpenAPI document. */
  operationId: string
  tag:
    | 'Checkouts'
    | 'Orders'
    | 'Saved cards'
    | 'Problems'
    | 'Tasks'
    | 'Notifications'
    | 'Webhook health'
    | 'Reconciliation'
  summary: string
  /** For stores of this platform alone. */
  platform?: Platform
  body?: z.ZodType
  query?: z.ZodObject
  /** The route asks for an `Idempotency-Key`: the same key does the same once. */
  requiresIdempotencyKey?: boolean
  /** The success answers by status; problem documents are added to each route. */
  answers: Record<number, { description: string; schema: z.ZodType; contentType?: string }>
  /** The statuses of problem documents that this route can answer, beside 401, 403 and 500. */
  problems: Record<number, string>
  handle(input: RouteInput<unknown, unknown>): Promise<Answer>
}

const NOTHING = z.strictObject({}).default({})

/** Whether a route that could be given something is given nothing: no body, or an empty object. */
export const takesNothing = ({ method, body }: Route): boolean => method === 'post' && !body

/** What a body is read by. A route that takes nothing refuses a field as the others do. */
export const bodySchemaOf = (route: Route): z.ZodType | undefined =>
  takesNothing(route) ? NOTHING : route.body

/** Types `handle` by the route's schemas; the server passes it only what they accepted. */
export const defineRoute = <Body extends z.ZodType, Query extends z.ZodObject>(
  route: Omit<Route, 'handle' | 'body' | 'query'> & {
    body?: Body
    query?: Query
    handle(input: RouteInput<z.output<Body>, z.output<Query>>): Promise<Answer>
  },
): Route => ({
  ...route,
  handle: (input) => route.handle(input as Parameters<typeof route.handle>[0]),
})
