import { z } from 'zod'

export const EVENT_TYPES = [
  'payment.approved',
  'payment.failed',
  'payment.expired',
  'payment.voided',
  'payment.refunded',
  'payment.partially_refunded',
  'payment_method.saved',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** Body of a delivery (6.3); accepts unknown types. */
export const eventEnvelope = z.looseObject({
  id: z.string().min(1),
  type: z.string().min(1),
  created_at: z.string().nullish(),
  data: z.unknown(),
})

/** Headers of a delivery (6.3), lower case as in Node. */
export const WEBHOOK_HEADERS = {
  signature: 'service-signature',
  eventId: 'service-webhook-event-id',
  eventType: 'service-webhook-event-type',
} as const

/** Retry schedule of the gateway (6.5): five attempts with these waits between them. */
export const DELIVERY = {
  timeoutMs: 15_000,
  waitsBetweenAttemptsMs: [60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000],
} as const

/** Milliseconds from the first attempt until attempt number `attempt` ends, timeouts included. */
const endOfAttempt = (attempt: number): number =>
  DELIVERY.waitsBetweenAttemptsMs
    .slice(0, attempt - 1)
    .reduce((sum, waitMs) => sum + waitMs + DELIVERY.timeoutMs, DELIVERY.timeoutMs)

/** Milliseconds until the gateway stops retrying an event. */
export const RETRY_WINDOW_MS = endOfAttempt(DELIVERY.waitsBetweenAttemptsMs.length + 1)

/** Milliseconds until three of five attempts are over; a working endpoint rarely needs more. */
export const THREE_ATTEMPTS_MS = endOfAttempt(3)
