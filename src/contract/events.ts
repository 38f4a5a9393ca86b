import { z } from 'zod'

/** The types of events, `gateway-api.md` 6.2. */
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

/** The body of a delivery, 6.3. `type` may be one that we do not know yet. */
export const eventEnvelope = z.looseObject({
  id: z.string().min(1),
  type: z.string().min(1),
  created_at: z.string().nullish(),
  data: z.unknown(),
})

/** The headers of a delivery, 6.3; lower case, as Node gives them. */
export const WEBHOOK_HEADERS = {
  signature: 'service-signature',
  eventId: 'service-webhook-event-id',
  eventType: 'service-webhook-event-type',
} as const

/** How the gateway delivers, 6.5: five attempts, with these waits between them. */
export const DELIVERY = {
  timeoutMs: 15_000,
  waitsBetweenAttemptsMs: [60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000],
} as const

/** How long after its first attempt an attempt may end: 81 minutes for all five, and their timeouts. */
const endOfAttempt = (attempt: number): number =>
  DELIVERY.waitsBetweenAttemptsMs
    .slice(0, attempt - 1)
    .reduce((sum, waitMs) => sum + waitMs + DELIVERY.timeoutMs, DELIVERY.timeoutMs)

/** After this long the gateway does not try an event again. */
export const RETRY_WINDOW_MS = endOfAttempt(DELIVERY.waitsBetweenAttemptsMs.length + 1)

/** After this long an event whose address works has come, but for the last two of its attempts. */
export const THREE_ATTEMPTS_MS = endOfAttempt(3)
