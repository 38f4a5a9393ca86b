/** Limits of one call while a customer or an administrator waits. Puente answers a refund after 10 seconds at most. */
export const WAITING = { timeoutMs: 14_000, maxRetries: 1, maxRetryAfterMs: 2_000 } as const

const CALLS_OF_REFUND = 3
const MARGIN_MS = 10_000

/** Upper bound on a refund that Medusa asks for: each call of Puente with its retry, and a margin. */
export const IN_FLIGHT_MS =
  CALLS_OF_REFUND * (2 * WAITING.timeoutMs + WAITING.maxRetryAfterMs) + MARGIN_MS
