import { ACCESS_WAITS_MS, type DeliveryResult } from '../adapter.ts'
import type { RestFailure } from './rest/rest-failure.ts'

type FailedDelivery = Extract<DeliveryResult, { outcome: 'failed' }>

export const DELIVERED: DeliveryResult = { outcome: 'delivered' }

/**
 * Maps a failure to an outcome. Without access, the notification waits, so payments still arrive
 * later.
 */
export const failedNotification = ({ refusesAccess, ...failed }: RestFailure): FailedDelivery => {
  const { retry, detail, retryAfterMs, unreachable } = failed
  const delivery = { outcome: 'failed', detail, retryAfterMs, unreachable } as const
  return refusesAccess
    ? { ...delivery, retry: 'retry', waitsMs: ACCESS_WAITS_MS }
    : { ...delivery, retry }
}

/** Outcome for a store that contradicts us; an operator decides. */
export const contradictedByStore = (detail: string): FailedDelivery => ({
  outcome: 'failed',
  retry: 'ask-a-person',
  detail,
  unreachable: false,
})
