import type { z } from 'zod'
import type { Log } from '../runtime/log.ts'
import { callOutcome, type Measurements } from '../runtime/measurements.ts'
import { type Failure, failureOf, unreachable } from './outcomes.ts'
import {
  type GatewayAnswer,
  type GatewayRequest,
  openStream,
  type StreamedAnswer,
  send,
} from './transport.ts'

export interface GatewayOptions {
  /** `{base_url}`, ends with the v1 segment. */
  baseUrl: string
  /** `{embed_base_url}`, of confirm alone; without it nothing can be confirmed. */
  embedBaseUrl?: string | undefined
  secretKey: string
  timeoutMs: number
  /** `Accept-Language` of the messages that a person may read. */
  language: 'es' | 'en'
  /** Is told the status of every answer, before whoever called gets it. */
  heard?: ((call: Pick<Call, 'method' | 'path'>, status: number) => Promise<void>) | undefined
  /** Is shown every answer, and that there was none, before whoever called gets it. */
  answered?: ((answer: GatewayAnswer | StreamedAnswer) => Promise<void>) | undefined
  /** Takes down how long each call took, and how it ended. */
  measurements?: Pick<Measurements, 'gatewayCall'> | undefined
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
  idempotencyKey?: string | undefined
}

/** Calls the gateway with one merchant's key, and logs each call without what was said in it. */
export interface Caller {
  (call: Call): Promise<GatewayAnswer>
  /** The same for an answer that is a document, as it comes. */
  openStream(call: Call): Promise<StreamedAnswer | GatewayAnswer>
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
  const callBy = async <Answer extends StreamedAnswer | GatewayAnswer>(
    how: (request: GatewayRequest) => Promise<Answer>,
    call: Call,
  ): Promise<Answer> => {
    const startedAt = performance.now()
    const answer = await how(requestOf(call))
    const result =
      answer.kind === 'unreachable' ? { error: answer.detail } : { status: answer.status }
    const durationMs = Math.round(performance.now() - startedAt)
    options.measurements?.gatewayCall(callOutcome(result.status), durationMs / 1_000)
    const { method } = call
    const path = call.path.split('?')[0] ?? ''
    options.log.info({ method, path, ...result, durationMs }, 'gateway call')
    if (answer.kind !== 'unreachable') await options.heard?.({ method, path }, answer.status)
    await options.answered?.(answer)
    return answer
  }
  const caller = (call: Call): Promise<GatewayAnswer> => callBy(send, call)
  return Object.assign(caller, { openStream: (call: Call) => callBy(openStream, call) })
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
