import type { DeliveryResult, NotRead } from '../adapter.ts'
import type { FailureCode, GraphqlOutcome } from './graphql/outcome.ts'

export type FailedDelivery = Extract<DeliveryResult, { outcome: 'failed' }>
export type FailedOperation = Exclude<GraphqlOutcome<unknown>, { outcome: 'done' }>

export const DELIVERED: DeliveryResult = { outcome: 'delivered' }

/** Failures that count as an outage. */
const UNREACHABLE: ReadonlySet<FailureCode> = new Set(['unreachable', 'not-json'])

/** Failures that an operator must fix. */
export const NO_ACCESS: ReadonlySet<FailureCode> = new Set([
  'not-installed',
  'token-refused',
  'access-denied',
  'shop-unavailable',
])

const MINUTE_MS = 60_000

/** Sparse retries; once access returns, all waiting tasks are due. */
const ACCESS_WAITS_MS: readonly number[] = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]

/**
 * Maps a failed notification. Without access it stays retryable: the shop still learns of later
 * payments.
 */
export const failedDelivery = (failed: FailedOperation): FailedDelivery => {
  if (failed.outcome === 'user-errors')
    return rejectedDelivery(`Shopify refused: ${wordsOf(failed)}`)
  const { retry, code, detail, retryAfterMs } = failed
  return NO_ACCESS.has(code)
    ? { ...retryDelivery(detail), waitsMs: ACCESS_WAITS_MS }
    : { outcome: 'failed', retry, detail, retryAfterMs, unreachable: UNREACHABLE.has(code) }
}

/** Maps a failed read. The next poll retries it; lost access needs attention. */
export const failedRead = (failed: FailedOperation): NotRead => {
  if (failed.outcome === 'user-errors') {
    return { outcome: 'not-read', retry: 'ask-a-person', detail: wordsOf(failed) }
  }
  const { retry, code, detail, retryAfterMs } = failed
  const unreachable = UNREACHABLE.has(code)
  return { outcome: 'not-read', retry, detail, retryAfterMs, unreachable }
}

/** Returns Shopify's messages, to show to operators. */
export const wordsOf = ({ errors }: FailedOperation & { outcome: 'user-errors' }): string =>
  errors.map(({ message }) => message).join(' ')

/** Builds a failure that needs attention: the store contradicts Puente about the order. */
export const rejectedDelivery = (detail: string): FailedDelivery => ({
  outcome: 'failed',
  retry: 'ask-a-person',
  detail,
  unreachable: false,
})

/** Builds a retryable failure: a change is not visible yet. */
export const retryDelivery = (detail: string, retryAfterMs?: number): FailedDelivery => ({
  outcome: 'failed',
  retry: 'retry',
  detail,
  retryAfterMs,
  unreachable: false,
})
