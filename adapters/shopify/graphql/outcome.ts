import type { Retry } from '../../../src/runtime/failure.ts'

/** An objection to the request, not a failed call. */
export interface ShopUserError {
  field: string[] | null
  message: string
  code: string | null
}

/** Next step after each kind of failure. */
const RETRIES = {
  /** Too few points; no effect. */
  throttled: 'retry',
  /** The deadline passed; nothing was sent. */
  'out-of-time': 'retry',
  /** No response; effect unknown. */
  unreachable: 'retry',
  /** Internal error of the shop; effect unknown. */
  'error-within': 'retry',
  /** A page instead of JSON. */
  'not-json': 'retry',
  'not-installed': 'ask-a-person',
  'token-refused': 'ask-a-person',
  /** A scope, an approval or a plan is missing. */
  'access-denied': 'ask-a-person',
  /** Closed, frozen or deleted. */
  'shop-unavailable': 'ask-a-person',
  /** A retry would fail too. */
  invalid: 'permanent',
  'unreadable-answer': 'ask-a-person',
} as const satisfies Record<string, Retry>

export type FailureCode = keyof typeof RETRIES

export interface GraphqlFailure {
  outcome: 'failed'
  retry: Retry
  code: FailureCode
  /** For operators; without variables and tokens. */
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
  rest: Pick<GraphqlFailure, 'detail' | 'effect' | 'retryAfterMs'>,
): GraphqlFailure => ({ outcome: 'failed', code, retry: RETRIES[code], ...rest })

export const isFailing = (read: GraphqlOutcome<unknown>): read is GraphqlFailure =>
  read.outcome === 'failed' && read.code === 'error-within'

export const isUnreadableAnswer = (read: GraphqlOutcome<unknown>): read is GraphqlFailure =>
  read.outcome === 'failed' && read.code === 'unreadable-answer'
