import type { Retry } from '../../../src/runtime/failure.ts'

/** What Shopify says was wrong with what was asked: its answer, not a failure of the call. */
export interface ShopUserError {
  field: string[] | null
  message: string
  code: string | null
}

/** Why an operation did not come to an answer. */
export type FailureCode =
  /** Too many points were asked for. Nothing was done. */
  | 'throttled'
  /** Whoever asked has no time left. Nothing was sent. */
  | 'out-of-time'
  /** No answer, or none that the shop meant: it may have been done. */
  | 'unreachable'
  /** The shop answers, and has failed at this one thing: it may have been done. */
  | 'error-within'
  /** A page instead of an answer. */
  | 'not-json'
  | 'not-installed'
  | 'token-refused'
  /** The app may not do this: a scope, an approval or the shop's plan is missing. */
  | 'access-denied'
  /** The shop is closed, frozen or gone. */
  | 'shop-unavailable'
  /** Shopify would never take it so. */
  | 'invalid'
  /** The answer is not what it has to be. */
  | 'unreadable-answer'

export interface GraphqlFailure {
  outcome: 'failed'
  retry: Retry
  code: FailureCode
  /** For people; nothing of what was sent, and no token. */
  detail: string
  retryAfterMs?: number | undefined
  /** `unknown`: it may have been carried out all the same. */
  effect: 'none' | 'unknown'
}

export type GraphqlOutcome<T> =
  | { outcome: 'done'; value: T }
  | { outcome: 'user-errors'; errors: ShopUserError[]; value: T }
  | GraphqlFailure

export const failed = (
  code: FailureCode,
  retry: Retry,
  rest: Pick<GraphqlFailure, 'detail' | 'effect' | 'retryAfterMs'>,
): GraphqlFailure => ({ outcome: 'failed', code, retry, ...rest })
