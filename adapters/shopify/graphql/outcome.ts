import type { Retry } from '../../../src/runtime/failure.ts'

/** Shopify's objection to a request: not a failed call. */
export interface ShopUserError {
  field: string[] | null
  message: string
  code: string | null
}

export type FailureCode =
  /** Too few points; no effect. */
  | 'throttled'
  /** The deadline passed; nothing was sent. */
  | 'out-of-time'
  /** No response; effect unknown. */
  | 'unreachable'
  /** Internal error of the shop; effect unknown. */
  | 'error-within'
  /** A page instead of JSON. */
  | 'not-json'
  | 'not-installed'
  | 'token-refused'
  /** A scope, an approval or a plan is missing. */
  | 'access-denied'
  /** Closed, frozen or deleted. */
  | 'shop-unavailable'
  /** A retry would fail too. */
  | 'invalid'
  | 'unreadable-answer'

export interface GraphqlFailure {
  outcome: 'failed'
  retry: Retry
  code: FailureCode
  /** Shown to operators; contains neither variables nor tokens. */
  detail: string
  retryAfterMs?: number | undefined
  /** `unknown`: may have taken effect. */
  effect: 'none' | 'unknown'
}

export type GraphqlOutcome<T> =
  | { outcome: 'done'; value: T }
  | { outcome: 'user-errors'; errors: ShopUserError[]; value: T }
  | GraphqlFailure

export const operationFailed = (
  code: FailureCode,
  retry: Retry,
  rest: Pick<GraphqlFailure, 'detail' | 'effect' | 'retryAfterMs'>,
): GraphqlFailure => ({ outcome: 'failed', code, retry, ...rest })
