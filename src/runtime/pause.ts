/** Returns an exponential backoff in ms. */
export const pauseAfter = (
  failures: number,
  { leastMs, mostMs }: { leastMs: number; mostMs: number },
): number => Math.min(mostMs, leastMs * 2 ** Math.max(0, failures - 1))
