import type { z } from 'zod'
import type { Log } from '../platform/log.ts'
import { type Failure, failureOf, unreachable } from './outcomes.ts'
import { type GatewayAnswer, type GatewayRequest, send } from './transport.ts'

export interface GatewayOptions {
  /** `{base_url}`, ends with the v1 segment. */
  baseUrl: string
  /** `{embed_base_url}`, of confirm alone; without it nothing can be confirmed. */
  embedBaseUrl?: string | undefined
  secretKey: string
  timeoutMs: number
  /** `Accept-Language` of the messages that a person may read. */
  language: 'es' | 'en'
  log: Log
}

/** One route of the gateway, as it is called. */
export interface Call {
  method: GatewayRequest['method']
  /** With its query, below the base. */
  path: string
  base?: 'v1' | 'embed'
  body?: unknown
  /** For this attempt alone; see `Idempotency-Key`, section 4. */
  idempotencyKey?: string
}

/** Calls the gateway with one merchant's key, and logs each call without what was said in it. */
export interface Caller {
  (call: Call): Promise<GatewayAnswer>
  /** The request of a call, for who reads its answer in another way. */
  requestOf(call: Call): GatewayRequest
}

export const createCaller = (options: GatewayOptions): Caller => {
  const requestOf = (call: Call): GatewayRequest => ({
    method: call.method,
    url: `${call.base === 'embed' ? options.embedBaseUrl : options.baseUrl}${call.path}`,
    headers: {
      authorization: `Bearer ${options.secretKey}`,
      'accept-language': options.language,
      ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
    },
    body: call.body,
    timeoutMs: options.timeoutMs,
  })
  const caller = async (call: Call): Promise<GatewayAnswer> => {
    const startedAt = performance.now()
    const answer = await send(requestOf(call))
    const result = answer.kind === 'answer' ? { status: answer.status } : { error: answer.detail }
    const durationMs = Math.round(performance.now() - startedAt)
    const { method, path } = call
    options.log.info({ method, path: path.split('?')[0], ...result, durationMs }, 'gateway call')
    return answer
  }
  return Object.assign(caller, { requestOf })
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

export type Read<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/**
 * A success whose body is not what the contract says leaves us not knowing what was done.
 * `sort` sorts what is no success.
 */
export const success = <Schema extends z.ZodType>(
  answer: GatewayAnswer,
  schema: Schema,
  sort: (answer: GatewayAnswer) => Failure = failureOf,
): Read<z.output<Schema>> => {
  if (answer.kind !== 'answer' || !isSuccess(answer.status)) {
    return { ok: false, failure: sort(answer) }
  }
  const parsed = schema.safeParse(answer.body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'body').join(', ')
  return { ok: false, failure: unreachable('unknown', `unreadable answer: ${where}`) }
}
