import { errorBody } from '../contract/errors.ts'
import type { Retry } from '../runtime/failure.ts'
import type { GatewayResponse, StreamedResponse } from './transport.ts'

export interface Refused {
  outcome: 'refused'
  retry: Retry & 'permanent'
  code: string | undefined
  /** By field or rule; localised for people, never to branch on. */
  fields: Record<string, string[]>
  message: string | undefined
}

/** Invalid secret key (5). An operator must correct it. */
export interface Unauthorized {
  outcome: 'unauthorized'
  retry: Retry & 'ask-a-person'
}

/** `kind`: the `code` of the response (7). */
export interface NotFound {
  outcome: 'not-found'
  retry: Retry & 'permanent'
  kind: string | undefined
}

/** `unknown`: the gateway may have done the work. */
export interface Unreachable {
  outcome: 'unreachable'
  retry: Retry & 'retry'
  effect: 'none' | 'unknown'
  detail: string
  retryAfterSeconds: number | undefined
  /** Refusal in the response; an earlier identical request may have succeeded nevertheless. */
  refusal?: Refused
}

export type Failure = Refused | Unauthorized | NotFound | Unreachable

export const unreachable = (
  effect: Unreachable['effect'],
  detail: string,
  retryAfterSeconds?: number,
): Unreachable => ({ outcome: 'unreachable', retry: 'retry', effect, detail, retryAfterSeconds })

/** Classifies by status and `code`, never by message. */
export const failureOf = (answer: GatewayResponse): Failure => {
  if (answer.kind === 'unreachable') return unreachable(answer.effect, answer.detail)
  const { status, retryAfterSeconds } = answer
  const { code, message, errors } = errorBody.safeParse(answer.body).data ?? {}
  if (status === 401 || status === 403) return { outcome: 'unauthorized', retry: 'ask-a-person' }
  if (status === 404) return { outcome: 'not-found', retry: 'permanent', kind: code }
  if (status === 429) return unreachable('none', 'HTTP 429', retryAfterSeconds)
  if (status >= 400 && status < 500 && status !== 408) {
    return { outcome: 'refused', retry: 'permanent', code, fields: errors ?? {}, message }
  }
  return unreachable('unknown', `HTTP ${status}`, retryAfterSeconds)
}

/**
 * Classifies the response to a creation or charge. A proxy can send a request twice, and the second
 * response says nothing about the first. Only the refusals documented for these routes prove that
 * nothing happened: 401 (and 403), 404, 422 (4.3, 4.12, 4.13). Any other 4xx, and a 422 about the
 * idempotency key, may answer a repeat. So may a 429: rate limits are undocumented (8) and may
 * apply after the work.
 */
export const failureOfWork = (answer: GatewayResponse): Failure => {
  const failure = failureOf(answer)
  if (answer.kind !== 'answer' || failure.outcome === 'unauthorized') return failure
  if (failure.outcome === 'unreachable') return { ...failure, effect: 'unknown' }
  const isProof = answer.status === 404 || (answer.status === 422 && !isAboutKey(failure))
  if (isProof) return failure
  const unknown = unreachable('unknown', `HTTP ${answer.status}`, answer.retryAfterSeconds)
  return failure.outcome === 'refused' ? { ...unknown, refusal: failure } : unknown
}

/** Detects an error about a key: each request has a new one (4), so a copy of it arrived before. */
const isAboutKey = (failure: Failure): boolean =>
  failure.outcome === 'refused' &&
  [failure.code ?? '', ...Object.keys(failure.fields)].some((name) => /idempotency/i.test(name))

/**
 * Derives from one response whether the gateway works: it accepted or refused the request. A
 * response without JSON (a proxy's page) does not count.
 */
export const availabilityShownBy = (
  answer: GatewayResponse | StreamedResponse,
): { works: true } | { works: false; detail: string; retryAfterSeconds: number | undefined } => {
  if (answer.kind === 'stream') return { works: true }
  const failure = failureOf(answer)
  if (answer.kind === 'answer' && answer.body !== undefined) {
    const isSuccess = answer.status >= 200 && answer.status < 300
    if (isSuccess || failure.outcome !== 'unreachable') return { works: true }
  }
  return failure.outcome === 'unreachable'
    ? { works: false, detail: failure.detail, retryAfterSeconds: failure.retryAfterSeconds }
    : { works: false, detail: 'unreadable answer', retryAfterSeconds: undefined }
}
