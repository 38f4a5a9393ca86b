import type { z } from 'zod'
import type { Log } from '../runtime/log/log.ts'
import { callOutcome, type Measurements } from '../runtime/log/measurements.ts'
import { inSpan, type NewSpan, type Tracing } from '../runtime/tracing/tracing.ts'
import { type Failure, failureOf, unreachable } from './outcomes.ts'
import {
  type GatewayRequest,
  type GatewayResponse,
  openStream,
  type StreamedResponse,
  send,
} from './transport.ts'

export interface GatewayOptions {
  /** `{base_url}`, ends with the v1 segment. */
  baseUrl: string
  /** `{embed_base_url}`, required for confirm. */
  embedBaseUrl?: string | undefined
  secretKey: string
  timeoutMs: number
  /** For messages that people may read. */
  language: 'es' | 'en'
  /** Receives each status before the caller does. */
  onStatus?:
    | ((call: Pick<GatewayCall, 'method' | 'path'>, status: number) => Promise<void>)
    | undefined
  /** Receives each outcome, `unreachable` included, before the caller. */
  onOutcome?: ((answer: GatewayResponse | StreamedResponse) => Promise<void>) | undefined
  measurements?: Pick<Measurements, 'gatewayCall'> | undefined
  tracing?: Tracing | undefined
  log: Log
}

export interface GatewayCall {
  method: GatewayRequest['method']
  /** Below the base, with its query. */
  path: string
  base?: 'v1' | 'embed'
  body?: unknown
  /** Overrides the caller's. */
  language?: 'es' | 'en' | undefined
  /** Belongs to this attempt only; see `Idempotency-Key` (4). */
  idempotencyKey?: string | undefined
}

/** Logs method, path and status, never a body or query. */
export interface GatewayCaller {
  (call: GatewayCall): Promise<GatewayResponse>
  openStream(call: GatewayCall): Promise<StreamedResponse | GatewayResponse>
}

export const createCaller = (options: GatewayOptions): GatewayCaller => {
  const requestOf = (call: GatewayCall): GatewayRequest => ({
    method: call.method,
    url: `${call.base === 'embed' ? options.embedBaseUrl : options.baseUrl}${call.path}`,
    headers: {
      authorization: `Bearer ${options.secretKey}`,
      'accept-language': call.language ?? options.language,
      ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
    },
    body: call.body,
    timeoutMs: options.timeoutMs,
  })
  const callBy = async <Answer extends StreamedResponse | GatewayResponse>(
    how: (request: GatewayRequest) => Promise<Answer>,
    call: GatewayCall,
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
    if (answer.kind !== 'unreachable') await options.onStatus?.({ method, path }, answer.status)
    await options.onOutcome?.(answer)
    return answer
  }
  const traceBy =
    (tracing: Tracing): typeof callBy =>
    (how, call) =>
      inSpan(tracing, spanOf(call), async (span) => {
        const answer = await callBy(how, call)
        if (answer.kind === 'unreachable') span.fail('unreachable')
        else span.setAttributes({ 'http.response.status_code': answer.status })
        return answer
      })
  const callOnce = options.tracing ? traceBy(options.tracing) : callBy
  const caller = (call: GatewayCall): Promise<GatewayResponse> => callOnce(send, call)
  return Object.assign(caller, { openStream: (call: GatewayCall) => callOnce(openStream, call) })
}

const ROUTE_WORDS = new Set([
  ...['payments', 'payment-methods', 'token-charge', 'charge', 'confirm', 'void', 'refund'],
  ...['receipt', 'download', 'me', ''],
])

/** Names the route: ids of payments, customers and cards stay out. */
const spanOf = ({ method, path }: GatewayCall): NewSpan => {
  const parts = (path.split('?')[0] ?? '').split('/')
  const route = parts.map((part) => (ROUTE_WORDS.has(part) ? part : '{id}')).join('/')
  return {
    name: `gateway ${method} ${route}`,
    kind: 'client',
    attributes: { 'http.request.method': method, 'url.template': route },
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

export type Read<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/**
 * Parses a successful response. If its body is unreadable, the effect is unknown: the gateway may
 * have done the work. `sort` classifies other responses.
 */
export const success = <Schema extends z.ZodType>(
  answer: GatewayResponse,
  schema: Schema,
  sort: (answer: GatewayResponse) => Failure = failureOf,
): Read<z.output<Schema>> => {
  if (answer.kind !== 'answer' || !isSuccess(answer.status)) {
    return { ok: false, failure: sort(answer) }
  }
  const parsed = schema.safeParse(answer.body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'body').join(', ')
  return { ok: false, failure: unreachable('unknown', `unreadable answer: ${where}`) }
}
