/** A fifth more or less, so that what failed together is not tried again together. */
const JITTER = 0.2

/**
 * Milliseconds to wait after the try number `tries`: as planned, the last wait being repeated, with
 * its jitter (`random` from 0 to 1), and never less than the other side asked for.
 */
export const waitBeforeNextTry = (
  waitsMs: readonly number[],
  { tries, askedMs = 0, random }: { tries: number; askedMs?: number | undefined; random: number },
): number => {
  const plannedMs = waitsMs[Math.min(tries, waitsMs.length) - 1] ?? 0
  const jitteredMs = plannedMs * (1 - JITTER + 2 * JITTER * random)
  return Math.round(Math.max(jitteredMs, askedMs))
}
