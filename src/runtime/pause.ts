/** How long a loop waits after failures in a row: a floor, then twice as long each time, up to `most`. */
export const pauseAfter = (
  failures: number,
  { leastMs, mostMs }: { leastMs: number; mostMs: number },
): number => Math.min(mostMs, leastMs * 2 ** Math.max(0, failures - 1))
