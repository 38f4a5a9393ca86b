import type { NotRead, TellOutcome } from '../../src/payments/storefront.ts'
import type { FailureCode, GraphqlOutcome } from './graphql/outcome.ts'

export type NotTold = Extract<TellOutcome, { outcome: 'not-told' }>
/** An operation that did not come to what it was sent for. */
export type NotDone = Exclude<GraphqlOutcome<unknown>, { outcome: 'done' }>

export const TOLD: TellOutcome = { outcome: 'told' }

/** It did not answer as a shop that works does. */
const UNREACHABLE: ReadonlySet<FailureCode> = new Set([
  'unreachable',
  'not-json',
  'shop-unavailable',
])

export const notTold = (failed: NotDone): NotTold => {
  if (failed.outcome === 'user-errors') return refusedFor(`Shopify refused: ${wordsOf(failed)}`)
  const { remedy, code, detail, retryAfterMs } = failed
  return { outcome: 'not-told', remedy, detail, retryAfterMs, unreachable: UNREACHABLE.has(code) }
}

export const notRead = (failed: NotDone): NotRead => {
  const { remedy, detail, retryAfterMs } = notTold(failed)
  return { outcome: 'not-read', remedy, detail, retryAfterMs }
}

/** Shopify's own words, for people. */
export const wordsOf = ({ errors }: NotDone & { outcome: 'user-errors' }): string =>
  errors.map(({ message }) => message).join(' ')

/** The store says something else of the order, and only a person can say which is right. */
export const refusedFor = (detail: string): NotTold => ({
  outcome: 'not-told',
  remedy: 'ask-a-person',
  detail,
  unreachable: false,
})

/** What was changed does not show yet. */
export const notYet = (detail: string, retryAfterMs?: number): NotTold => ({
  outcome: 'not-told',
  remedy: 'retry',
  detail,
  retryAfterMs,
  unreachable: false,
})
