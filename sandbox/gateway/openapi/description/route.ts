import type { z } from 'zod'

/** A status, or all of 400 to 499 where the contract names an error without its status. */
export type AnswerStatus =
  | '200'
  | '201'
  | '202'
  | '401'
  | '403'
  | '404'
  | '413'
  | '422'
  | '429'
  | '500'
  | '503'
  | '4XX'

export interface Answer {
  description: string
  /** Bodies that this status can have. None: the contract shows none. */
  bodies?: readonly z.ZodType[]
  /** When it is not JSON. */
  contentType?: string
}

/** One route of `gateway-api.md` 4. */
export interface ContractRoute {
  method: 'get' | 'post' | 'delete'
  /** Under its base, with `{name}` for a parameter. */
  path: string
  /** `{base_url}` or `{embed_base_url}`; each ends with a v1 segment. */
  base: 'v1' | 'embed'
  operationId: string
  tag: 'Merchant' | 'Payments' | 'Transactions' | 'Payment methods' | 'Embedded components'
  summary: string
  description: string
  /** The section of the contract. */
  section: string
  pathParameters?: z.ZodObject
  query?: z.ZodObject
  /** Whether the header `Idempotency-Key` is taken; absent: the contract does not speak of it. */
  idempotencyKey?: 'recommended' | 'mandatory'
  /** `false`: all of its fields are optional, so that it may be missing. */
  body?: { schema: z.ZodType; required: boolean }
  answers: Readonly<Partial<Record<AnswerStatus, Answer>>>
}
