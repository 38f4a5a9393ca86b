import { ACCESS_WAITS_MS, type TellOutcome } from '../adapter.ts'
import type { RestFailure } from './rest-failure.ts'

type NotTold = Extract<TellOutcome, { outcome: 'not-told' }>

export const TOLD: TellOutcome = { outcome: 'told' }

/**
 * Maps a failure to an outcome. Without access, the notification waits, so payments still arrive
 * later.
 */
export const notTold = ({ refusesAccess, ...failed }: RestFailure): NotTold => {
  const { retry, detail, retryAfterMs, unreachable } = failed
  const notTold = { outcome: 'not-told', detail, retryAfterMs, unreachable } as const
  return refusesAccess
    ? { ...notTold, retry: 'retry', waitsMs: ACCESS_WAITS_MS }
    : { ...notTold, retry }
}

/** Outcome for a store that contradicts us; an operator decides. */
export const refusedFor = (detail: string): NotTold => ({
  outcome: 'not-told',
  retry: 'ask-a-person',
  detail,
  unreachable: false,
})
