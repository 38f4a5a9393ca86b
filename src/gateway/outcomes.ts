import { errorBody } from '../contract/errors.ts'
import type { Retry } from '../runtime/failure.ts'
import type { GatewayAnswer, StreamedAnswer } from './transport.ts'

/** The gateway refused the request as it is: a rule or a field, `gateway-api.md` 7. */
export interface Refused {
  outcome: 'refused'
  retry: Retry & 'permanent'
  code: string | undefined
  /** The gateway's messages by field or rule; localised, for people, never to branch on. */
  fields: Record<string, string[]>
  message: string | undefined
}

/** The secret key is missing or not valid (5). Somebody has to correct the store's key. */
export interface Unauthorized {
  outcome: 'unauthorized'
  retry: Retry & 'ask-a-person'
}

/** There is nothing at this address for this key; `kind` is the `code` of section 7. */
export interface NotFound {
  outcome: 'not-found'
  retry: Retry & 'permanent'
  kind: string | undefined
}

/** No usable answer. With the effect `unknown` the gateway may have done the work. */
export interface Unreachable {
  outcome: 'unreachable'
  retry: Retry & 'retry'
  effect: 'none' | 'unknown'
  detail: string
  retryAfterSeconds: number | undefined
  /** The gateway's words, where it refused what may have been done by the same request before. */
  refusal?: Refused
}

export type Failure = Refused | Unauthorized | NotFound | Unreachable

export const unreachable = (
  effect: Unreachable['effect'],
  detail: string,
  retryAfterSeconds?: number,
): Unreachable => ({ outcome: 'unreachable', retry: 'retry', effect, detail, retryAfterSeconds })

/** Sorts every answer that is no success. Branches on status and `code`, never on messages. */
export const failureOf = (answer: GatewayAnswer): Failure => {
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
 * Sorts the answer to a creation or a charge. A proxy on the way can send a request twice, and the
 * answer to the second one says nothing of what the first one did. Proof that nothing was done are
 * only the refusals that the contract shows there (401 and its like 403, 404, 422: 4.3, 4.12, 4.13).
 * Every other 4xx, and a 422 about the idempotency key, can be what a repetition gets: so can a 429,
 * for rate limits are not shown (8) and nobody knows whether they count before or after the work.
 */
export const failureOfWork = (answer: GatewayAnswer): Failure => {
  const failure = failureOf(answer)
  if (answer.kind !== 'answer' || failure.outcome === 'unauthorized') return failure
  if (failure.outcome === 'unreachable') return { ...failure, effect: 'unknown' }
  const isProof = answer.status === 404 || (answer.status === 422 && !isAboutKey(failure))
  if (isProof) return failure
  const unknown = unreachable('unknown', `HTTP ${answer.status}`, answer.retryAfterSeconds)
  return failure.outcome === 'refused' ? { ...unknown, refusal: failure } : unknown
}

/** We always send a key (4): a refusal about it can only be about its second use. */
const isAboutKey = (failure: Failure): boolean =>
  failure.outcome === 'refused' &&
  [failure.code ?? '', ...Object.keys(failure.fields)].some((name) => /idempotency/i.test(name))

/**
 * Whether the gateway works, as far as one answer to any call tells: it understood, and said yes or
 * no. A page of somebody on the way (no JSON) tells nothing.
 */
export const reachShownBy = (
  answer: GatewayAnswer | StreamedAnswer,
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
