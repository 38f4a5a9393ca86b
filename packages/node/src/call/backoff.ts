const FIRST_MS = 500
const MOST_MS = 8_000

/** Doubles the pause with each try, less up to half of it, so that clients do not retry in step. */
export const backoffMs = (tries: number, random: () => number = Math.random): number => {
  const fullMs = Math.min(MOST_MS, FIRST_MS * 2 ** (tries - 1))
  return Math.round(fullMs * (1 - random() / 2))
}

/** Reads `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
export const retryAfterMsOf = (header: string | null, now: number): number | undefined => {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
