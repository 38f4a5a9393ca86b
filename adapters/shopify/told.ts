import type { NotRead, TellOutcome } from '../adapter.ts'
import type { FailureCode, GraphqlOutcome } from './graphql/outcome.ts'

export type NotTold = Extract<TellOutcome, { outcome: 'not-told' }>
/** An operation that did not come to what it was sent for. */
export type NotDone = Exclude<GraphqlOutcome<unknown>, { outcome: 'done' }>

export const TOLD: TellOutcome = { outcome: 'told' }

/** It did not answer as a shop that works does. */
const UNREACHABLE: ReadonlySet<FailureCode> = new Set(['unreachable', 'not-json'])

/** It does not let us in, or not do this, until somebody has seen to it. */
export const NO_ACCESS: ReadonlySet<FailureCode> = new Set([
  'not-installed',
  'token-refused',
  'access-denied',
  'shop-unavailable',
])

const MINUTE_MS = 60_000

/** A shop that refuses us is tried on, but rarely; once it lets us in, all that waits is due. */
const ACCESS_WAITS_MS: readonly number[] = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]

/** What is to be told waits for access that was lost: what was paid meanwhile is told afterwards. */
export const notTold = (failed: NotDone): NotTold => {
  if (failed.outcome === 'user-errors') return refusedFor(`Shopify refused: ${wordsOf(failed)}`)
  const { retry, code, detail, retryAfterMs } = failed
  return NO_ACCESS.has(code)
    ? { ...notYet(detail), waitsMs: ACCESS_WAITS_MS }
    : { outcome: 'not-told', retry, detail, retryAfterMs, unreachable: UNREACHABLE.has(code) }
}

/** What is read is asked for again by the next look; access that was lost is for a person. */
export const notRead = (failed: NotDone): NotRead => {
  if (failed.outcome === 'user-errors') {
    return { outcome: 'not-read', retry: 'ask-a-person', detail: wordsOf(failed) }
  }
  const { retry, code, detail, retryAfterMs } = failed
  const unreachable = UNREACHABLE.has(code)
  return { outcome: 'not-read', retry, detail, retryAfterMs, unreachable }
}

/** Shopify's own words, for people. */
export const wordsOf = ({ errors }: NotDone & { outcome: 'user-errors' }): string =>
  errors.map(({ message }) => message).join(' ')

/** The store says something else of the order, and only a person can say which is right. */
export const refusedFor = (detail: string): NotTold => ({
  outcome: 'not-told',
  retry: 'ask-a-person',
  detail,
  unreachable: false,
})

/** What was changed does not show yet. */
export const notYet = (detail: string, retryAfterMs?: number): NotTold => ({
  outcome: 'not-told',
  retry: 'retry',
  detail,
  retryAfterMs,
  unreachable: false,
})
