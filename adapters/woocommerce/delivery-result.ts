import { ACCESS_WAITS_MS, type NotRead } from '../adapter.ts'
import type { FailedDelivery } from '../delivery-result.ts'
import type { RestFailure } from './rest/rest-failure.ts'

/** Maps a failure. Without access the notification waits, so payments still arrive later. */
export const failedNotification = ({ refusesAccess, ...failed }: RestFailure): FailedDelivery => {
  const { retry, detail, retryAfterMs, unreachable } = failed
  const delivery = { outcome: 'failed', detail, retryAfterMs, unreachable } as const
  return refusesAccess
    ? { ...delivery, retry: 'retry', waitsMs: ACCESS_WAITS_MS }
    : { ...delivery, retry }
}

export const notRead = ({ retry, detail, retryAfterMs }: RestFailure): NotRead => ({
  outcome: 'not-read',
  retry,
  detail,
  retryAfterMs,
})
