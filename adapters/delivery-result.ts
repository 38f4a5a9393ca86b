import type { DeliveryResult } from './adapter.ts'

export type FailedDelivery = Extract<DeliveryResult, { outcome: 'failed' }>

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
