/** Spreads retries of tasks that failed together. */
const JITTER = 0.2

/**
 * Returns the backoff in ms: the scheduled wait (the last repeats) with jitter (`random` 0 to 1),
 * but at least the wait that the store or gateway requested.
 */
export const waitBeforeNextTry = (
  waitsMs: readonly number[],
  retry: { tries: number; requestedMs?: number | undefined; random: number },
): number => {
  const { tries, requestedMs = 0, random } = retry
  const plannedMs = waitsMs[Math.min(tries, waitsMs.length) - 1] ?? 0
  const jitteredMs = plannedMs * (1 - JITTER + 2 * JITTER * random)
  return Math.round(Math.max(jitteredMs, requestedMs))
}
