import type { TaskTables } from '../../../db/tables/tasks.ts'
import { addMs, DAY } from '../../../runtime/clock.ts'

export type Circuit = Omit<TaskTables['circuits'], 'name' | 'last_error'>

const FAILURES_TO_OPEN = 5
const OPEN_FOR_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000]
/** Longer than any backoff: older failures do not count. */
const STALE_AFTER_MS = DAY
/** Minimum time since the last failed call before a probe closes a circuit. */
const QUIET_BEFORE_CLOSING_MS = 20_000
/** Throttle of probes after signs of life. */
const HALF_OPENS_EVERY_MS = 5_000

const withoutStale = <Known extends Circuit>(known: Known | undefined, now: Date) =>
  known && (known.paused_at !== null || addMs(known.updated_at, STALE_AFTER_MS) >= now)
    ? known
    : undefined

const later = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one > other ? one : other) : (one ?? other)

/**
 * Applies a failed call. Five in a row open the circuit; then one task probes, and its failure
 * opens it for longer. `retryAfterMs`: wait that the store or gateway requested.
 */
export const circuitAfterFailure = (
  before: Circuit | undefined,
  { now, retryAfterMs = 0 }: { now: Date; retryAfterMs?: number | undefined },
): Circuit => {
  const known = withoutStale(before, now)
  const failures = (known?.failures ?? 0) + 1
  const requestedUntil = retryAfterMs > 0 ? addMs(now, retryAfterMs) : null
  const asked_until = later(known?.asked_until ?? null, requestedUntil)
  // Failures of calls in flight at the opening, or forced, only extend a requested wait.
  if (known && isCircuitOpen(known, now)) {
    const open_until = known.open_until && later(known.open_until, requestedUntil)
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
  if (failures < FAILURES_TO_OPEN && !requestedUntil)
    return { ...failed, openings: 0, open_until: null }
  const openings = (known?.openings ?? 0) + 1
  const planned = OPEN_FOR_MS[Math.min(openings, OPEN_FOR_MS.length) - 1] ?? 0
  const openMs = failures < FAILURES_TO_OPEN ? retryAfterMs : Math.max(planned, retryAfterMs)
  return { ...failed, openings, open_until: addMs(now, openMs) }
}

/**
 * For calls outside tasks (a checkout, a probe): keeps the start of the failure, but does not open
 * the circuit.
 */
export const circuitAfterFailedCall = (before: Circuit | undefined, now: Date): Circuit => ({
  ...(withoutStale(before, now) ?? { ...NEVER_FAILED, failing_since: now }),
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
 * Applies a successful probe when no task waits. Returns `closed`, unless a call failed shortly
 * before: then only a successful call closes the circuit.
 */
export const circuitAfterProbe = (known: Circuit, now: Date): 'closed' | undefined => {
  const failedLately =
    known.updated_at <= now && addMs(known.updated_at, QUIET_BEFORE_CLOSING_MS) > now
  return failedLately || hasRequestedWait(known, now) || known.paused_at !== null
    ? undefined
    : 'closed'
}

/**
 * Applies a refusal, which is a response: ends the open state but keeps the start of the failure.
 */
export const circuitAfterRefusal = (known: Circuit | undefined, now: Date): Circuit => ({
  failures: 0,
  openings: 0,
  open_until: known && hasRequestedWait(known, now) ? known.asked_until : null,
  asked_until: known?.asked_until ?? null,
  half_opened_at: known?.half_opened_at ?? null,
  failing_since: withoutStale(known, now)?.failing_since ?? now,
  updated_at: now,
  paused_at: known?.paused_at ?? null,
})

/**
 * Applies a success: `closed`, unless the store or gateway requested a longer wait and no operator
 * forced this call. Then the circuit stays open for exactly that wait.
 */
export const circuitAfterSuccess = <Known extends Circuit>(
  known: Known,
  { now, isForced }: { now: Date; isForced: boolean },
): 'closed' | Known =>
  isForced || !hasRequestedWait(known, now) ? 'closed' : circuitAfterTest(known, now)

/**
 * Applies a test that an operator sent and the endpoint accepted: tasks may run, after a requested
 * wait. Only an accepted notification ends the failure.
 */
export const circuitAfterTest = <Known extends Circuit>(known: Known, now: Date): Known => ({
  ...known,
  failures: 0,
  openings: 0,
  open_until: hasRequestedWait(known, now) ? known.asked_until : null,
})

/**
 * Applies a sign of life (an inbound webhook or call): one task may probe immediately, even if due
 * later. `undefined`: paused, in a requested wait, or probed a moment ago. Keeps the count of
 * openings, so a failed probe opens the circuit for longer.
 */
export const circuitAfterSign = <Known extends Circuit>(
  known: Known,
  now: Date,
): Known | undefined => {
  if (known.paused_at !== null || hasRequestedWait(known, now)) return undefined
  const triedAt = known.half_opened_at
  // A future time comes from a clock that moved back.
  if (triedAt && triedAt <= now && addMs(triedAt, HALF_OPENS_EVERY_MS) > now) return undefined
  return {
    ...known,
    open_until: isCircuitOpen(known, now) ? now : known.open_until,
    half_opened_at: now,
  }
}

export const hasRequestedWait = (
  { asked_until }: Pick<Circuit, 'asked_until'>,
  now: Date,
): boolean => asked_until !== null && asked_until > now

export const isCircuitOpen = (
  { open_until, paused_at }: Pick<Circuit, 'open_until' | 'paused_at'>,
  now: Date,
): boolean => paused_at !== null || (open_until !== null && open_until > now)

/**
 * `failing`: failed lately, calls continue. `open`: no calls. `half_open`: one task may probe.
 * `paused`: until an operator resumes it.
 */
export const CIRCUIT_STATES = ['closed', 'failing', 'open', 'half_open', 'paused'] as const
export type CircuitState = (typeof CIRCUIT_STATES)[number]

export const stateOfCircuit = (
  circuit: Pick<Circuit, 'open_until' | 'paused_at'> | undefined,
  now: Date,
): CircuitState => {
  if (!circuit) return 'closed'
  if (circuit.paused_at !== null) return 'paused'
  if (isCircuitOpen(circuit, now)) return 'open'
  return circuit.open_until === null ? 'failing' : 'half_open'
}
