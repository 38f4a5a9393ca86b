/** Where the time comes from. Passed in everywhere, so that a test can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that ticks with real time plus an offset that can be moved. */
export interface AdjustableClock extends Clock {
  offsetMs(): number
  setOffsetMs(offsetMs: number): void
}

export const adjustableClock = (initialOffsetMs = 0): AdjustableClock => {
  let current = initialOffsetMs
  return {
    now: () => new Date(Date.now() + current),
    offsetMs: () => current,
    setOffsetMs: (offsetMs) => {
      current = offsetMs
    },
  }
}

/** In milliseconds. */
export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** How far the clocks of two machines may be apart that both are set right. */
export const CLOCK_SKEW_MS = 5 * MINUTE

/** The instant `ms` milliseconds after `at`. */
export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
