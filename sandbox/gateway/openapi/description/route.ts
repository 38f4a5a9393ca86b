import type { z } from 'zod'

/** `4XX`: an error without a documented status. */
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

export interface ResponseDescription {
  description: string
  /** Omitted if the contract shows no body. */
  bodies?: readonly z.ZodType[]
  /** Default: JSON. */
  contentType?: string
}

export interface ContractRoute {
  method: 'get' | 'post' | 'delete'
  /** Relative to its base, with `{name}` parameters. */
  path: string
  /** `{base_url}` or `{embed_base_url}`. */
  base: 'v1' | 'embed'
  operationId: string
  tag: 'Merchant' | 'Payments' | 'Transactions' | 'Payment methods' | 'Embedded components'
  summary: string
  description: string
  section: string
  pathParameters?: z.ZodObject
  query?: z.ZodObject
  /** Omitted if the contract has no such header. */
  idempotencyKey?: 'recommended' | 'mandatory'
  /** `required: false` if all fields are optional. */
  body?: { schema: z.ZodType; required: boolean }
  answers: Readonly<Partial<Record<AnswerStatus, ResponseDescription>>>
}
