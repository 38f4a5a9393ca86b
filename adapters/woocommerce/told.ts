import type { TellOutcome } from '../../src/payments/storefront.ts'
import type { RestFailure } from './rest-failure.ts'

type NotTold = Extract<TellOutcome, { outcome: 'not-told' }>

export const TOLD: TellOutcome = { outcome: 'told' }

export const notTold = ({ remedy, detail, retryAfterMs, unreachable }: RestFailure): NotTold => ({
  outcome: 'not-told',
  remedy,
  detail,
  retryAfterMs,
  unreachable,
})

/** The store says something else of the order, and only a person can say which is right. */
export const refusedFor = (detail: string): NotTold => ({
  outcome: 'not-told',
  remedy: 'ask-a-person',
  detail,
  unreachable: false,
})
