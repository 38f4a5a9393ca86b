const DAY_SECONDS = 86_400

/**
 * Reads a `Retry-After` header given in whole seconds (RFC 9110, 10.2.3). Never longer than a day:
 * a slip at the other side must not put our work off for years. `undefined` for no wait, and for
 * anything else, dates included.
 */
export const readRetryAfterSeconds = (header: string | null): number | undefined =>
  header && /^\d+$/.test(header) ? Math.min(Number(header), DAY_SECONDS) || undefined : undefined
