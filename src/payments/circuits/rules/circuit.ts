import { addMs } from '../../../runtime/clock.ts'

/** How a shop or a gateway account has failed lately. */
export interface Circuit {
  /** In a row. */
  failures: number
  /** How often in a row it was left alone. */
  openings: number
  open_until: Date | null
  /** It has asked itself to be left alone until then. */
  asked_until: Date | null
  /** When it was last tried before its time, because there was a sign of life. */
  half_opened_at: Date | null
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
/** A look that is answered says little about calls that failed so shortly before. */
const QUIET_BEFORE_CLOSING_MS = 20_000
/** However many signs of life there are, a try that they lead to comes no more often than this. */
const HALF_OPENS_EVERY_MS = 5_000

/** What still counts of an earlier failure: one of long ago is not the beginning of this one. */
const stillCounting = <Known extends Circuit>(known: Known | undefined, now: Date) =>
  known && (known.paused_at !== null || addMs(known.updated_at, FORGOTTEN_AFTER_MS) >= now)
    ? known
    : undefined

const later = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one > other ? one : other) : (one ?? other)

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
  const asked = retryAfterMs > 0 ? addMs(now, retryAfterMs) : null
  const asked_until = later(known?.asked_until ?? null, asked)
  // Those that were under way when it opened, or that a person let through, tell only what was asked.
  if (known && isOpen(known, now)) {
    const open_until = known.open_until && later(known.open_until, asked)
    return { ...known, failures, open_until, asked_until, updated_at: now }
  }
  const failed = {
    failures,
    asked_until,
    half_opened_at: known?.half_opened_at ?? null,
    failing_since: known?.failing_since ?? now,
    updated_at: now,
    paused_at: null,
  }
  if (failures < FAILURES_TO_OPEN && !asked) return { ...failed, openings: 0, open_until: null }
  const openings = (known?.openings ?? 0) + 1
  const planned = OPEN_FOR_MS[Math.min(openings, OPEN_FOR_MS.length) - 1] ?? 0
  const openMs = failures < FAILURES_TO_OPEN ? retryAfterMs : Math.max(planned, retryAfterMs)
  return { ...failed, openings, open_until: addMs(now, openMs) }
}

/**
 * What follows when somebody was not reached who is not waited for: a checkout, or a look whether they
 * answer. Nobody is left alone for that, and since when they fail stays known.
 */
export const circuitAfterFailedCall = (before: Circuit | undefined, now: Date): Circuit => ({
  ...(stillCounting(before, now) ?? { ...NEVER_FAILED, failing_since: now }),
  updated_at: now,
})

const NEVER_FAILED = {
  failures: 0,
  openings: 0,
  open_until: null,
  asked_until: null,
  half_opened_at: null,
  paused_at: null,
} satisfies Partial<Circuit>

/**
 * What follows when a look finds that they answer while no task waits for them: `closed`, unless
 * something that was asked of them failed a moment ago. Then only a success of that kind says more.
 */
export const circuitAfterProbe = (known: Circuit, now: Date): 'closed' | undefined => {
  const failedLately =
    known.updated_at <= now && addMs(known.updated_at, QUIET_BEFORE_CLOSING_MS) > now
  return failedLately || hasAsked(known, now) || known.paused_at !== null ? undefined : 'closed'
}

/**
 * What follows when somebody answers, but with no to what they are told: nobody is left alone for
 * that, and since when nothing is taken stays known.
 */
export const circuitAfterRefusal = (known: Circuit | undefined, now: Date): Circuit => ({
  failures: 0,
  openings: 0,
  open_until: known && hasAsked(known, now) ? known.asked_until : null,
  asked_until: known?.asked_until ?? null,
  half_opened_at: known?.half_opened_at ?? null,
  failing_since: stillCounting(known, now)?.failing_since ?? now,
  updated_at: now,
  paused_at: known?.paused_at ?? null,
})

/**
 * What follows when they have done what was asked: `closed`, unless they asked to be left alone for
 * longer and no person wanted this try. Then the rest waits for that time, and for no other.
 */
export const circuitAfterSuccess = <Known extends Circuit>(
  known: Known,
  { now, isWantedByPerson }: { now: Date; isWantedByPerson: boolean },
): 'closed' | Known =>
  isWantedByPerson || !hasAsked(known, now)
    ? 'closed'
    : { ...known, failures: 0, openings: 0, open_until: known.asked_until }

/**
 * What follows from a sign of life (a webhook of theirs arrives, their server calls us): one task may
 * try at once, be it that they are left alone or that its next try is planned for later. `undefined`:
 * nothing, for they are not to be tried yet, or were a moment ago. How often they were left alone
 * stays known, so that a failure means more of it.
 */
export const circuitAfterSign = <Known extends Circuit>(
  known: Known,
  now: Date,
): Known | undefined => {
  if (known.paused_at !== null || hasAsked(known, now)) return undefined
  const triedAt = known.half_opened_at
  // One in the future is of a clock that was moved back.
  if (triedAt && triedAt <= now && addMs(triedAt, HALF_OPENS_EVERY_MS) > now) return undefined
  return { ...known, open_until: isOpen(known, now) ? now : known.open_until, half_opened_at: now }
}

export const hasAsked = ({ asked_until }: Pick<Circuit, 'asked_until'>, now: Date): boolean =>
  asked_until !== null && asked_until > now

export const isOpen = (
  { open_until, paused_at }: Pick<Circuit, 'open_until' | 'paused_at'>,
  now: Date,
): boolean => paused_at !== null || (open_until !== null && open_until > now)
