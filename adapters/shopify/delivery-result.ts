import { ACCESS_WAITS_MS, type NotRead } from '../adapter.ts'
import { type FailedDelivery, rejectedDelivery, retryDelivery } from '../delivery-result.ts'
import type { FailureCode, GraphqlOutcome } from './graphql/outcome.ts'

export type FailedOperation = Exclude<GraphqlOutcome<unknown>, { outcome: 'done' }>

/** Failures that count as an outage. */
const UNREACHABLE: ReadonlySet<FailureCode> = new Set(['unreachable', 'not-json'])

/** Failures that an operator must fix. */
export const NO_ACCESS: ReadonlySet<FailureCode> = new Set([
  'not-installed',
  'token-refused',
  'access-denied',
  'shop-unavailable',
])

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

/** Maps a failed read, which the next poll retries; lost access needs attention. */
export const failedRead = (failed: FailedOperation): NotRead => {
  if (failed.outcome === 'user-errors') {
    return { outcome: 'not-read', retry: 'ask-a-person', detail: wordsOf(failed) }
  }
  const { retry, code, detail, retryAfterMs } = failed
  const unreachable = UNREACHABLE.has(code)
  return { outcome: 'not-read', retry, detail, retryAfterMs, unreachable }
}

export const wordsOf = ({ errors }: FailedOperation & { outcome: 'user-errors' }): string =>
  errors.map(({ message }) => message).join(' ')
