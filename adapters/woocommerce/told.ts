import { ACCESS_WAITS_MS } from '../../src/payments/store-access.ts'
import type { TellOutcome } from '../../src/payments/storefront.ts'
import type { RestFailure } from './rest-failure.ts'

type NotTold = Extract<TellOutcome, { outcome: 'not-told' }>

export const TOLD: TellOutcome = { outcome: 'told' }

/** What is to be told waits for access that was lost: what was paid meanwhile is told afterwards. */
export const notTold = ({ refusesAccess, ...failed }: RestFailure): NotTold => {
  const { remedy, detail, retryAfterMs, unreachable } = failed
  const notTold = { outcome: 'not-told', detail, retryAfterMs, unreachable } as const
  return refusesAccess
    ? { ...notTold, remedy: 'retry', waitsMs: ACCESS_WAITS_MS }
    : { ...notTold, remedy }
}

/** The store says something else of the order, and only a person can say which is right. */
export const refusedFor = (detail: string): NotTold => ({
  outcome: 'not-told',
  remedy: 'ask-a-person',
  detail,
  unreachable: false,
})
