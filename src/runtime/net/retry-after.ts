const DAY_SECONDS = 86_400

/**
 * Parses `Retry-After` in seconds (RFC 9110, 10.2.3), bounded to a day: a mistake must not defer
 * work for years. Returns `undefined` for no wait and for other formats, dates included.
 */
export const readRetryAfterSeconds = (header: string | null): number | undefined =>
  header && /^\d+$/.test(header) ? Math.min(Number(header), DAY_SECONDS) || undefined : undefined
