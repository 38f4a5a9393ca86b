/** Passed in everywhere, so that tests can move the time. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

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

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Upper bound on the skew between two correct clocks. */
export const CLOCK_SKEW_MS = 5 * MINUTE

export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
