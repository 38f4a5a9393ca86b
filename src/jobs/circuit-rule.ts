import { addMs } from '../platform/clock.ts'

/** How a shop or a gateway account has failed lately. */
export interface Circuit {
  /** In a row. */
  failures: number
  /** How often in a row it was left alone. */
  openings: number
  open_until: Date | null
  failing_since: Date
  /** When they failed last. */
  updated_at: Date
  /** Somebody has to say when it is tried again. */
  paused_at: Date | null
}

/** So many failures in a row are no accident. */
const FAILURES_TO_OPEN = 5
/** After each time that it was left alone and failed again, for longer. */
const OPEN_FOR_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000]
/** Longer than any wait between two tries: nobody knows how they were in between. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000

/** What still counts of an earlier failure: one of long ago is not the beginning of this one. */
const stillCounting = (known: Circuit | undefined, now: Date): Circuit | undefined =>
  known && (known.paused_at !== null || addMs(known.updated_at, FORGOTTEN_AFTER_MS) >= now)
    ? known
    : undefined

/**
 * What follows from another failure to reach somebody. After five in a row they are left alone for a
 * while; then one task tries, and if it fails, too, they are left alone for longer. `retryAfterMs` is
 * how long they asked to be left alone themselves.
 */
export const circuitAfterFailure = (
  before: Circuit | undefined,
  { now, retryAfterMs = 0 }: { now: Date; retryAfterMs?: number | undefined },
): Circuit => {
  const known = stillCounting(before, now)
  const failures = (known?.failures ?? 0) + 1
  const since = known?.failing_since ?? now
  // Those that were under way when it opened tell nothing new.
  if (known && isOpen(known, now)) return { ...known, failures, updated_at: now }
  if (failures < FAILURES_TO_OPEN && retryAfterMs === 0) {
    return {
      failures,
      openings: 0,
      open_until: null,
      failing_since: since,
      updated_at: now,
      paused_at: null,
    }
  }
  const openings = (known?.openings ?? 0) + 1
  const planned = OPEN_FOR_MS[Math.min(openings, OPEN_FOR_MS.length) - 1] ?? 0
  const openMs = failures < FAILURES_TO_OPEN ? retryAfterMs : Math.max(planned, retryAfterMs)
  return {
    failures,
    openings,
    open_until: addMs(now, openMs),
    failing_since: since,
    updated_at: now,
    paused_at: null,
  }
}

/**
 * What follows when somebody answers, but with no to what they are told: nobody is left alone for
 * that, and since when nothing is taken stays known.
 */
export const circuitAfterRefusal = (known: Circuit | undefined, now: Date): Circuit => ({
  failures: 0,
  openings: 0,
  open_until: null,
  failing_since: stillCounting(known, now)?.failing_since ?? now,
  updated_at: now,
  paused_at: known?.paused_at ?? null,
})

export const isOpen = (
  { open_until, paused_at }: Pick<Circuit, 'open_until' | 'paused_at'>,
  now: Date,
): boolean => paused_at !== null || (open_until !== null && open_until > now)
