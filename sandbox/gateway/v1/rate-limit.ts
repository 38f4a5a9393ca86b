import type { Environment } from '../../../src/contract/keys.ts'
import type { Profile } from '../profile.ts'

const MINUTE_MS = 60_000

/** Returns seconds to wait; 0 passes. */
export type RateLimit = (environment: Environment, profile: Profile) => number

/**
 * Fixed one-minute window per environment (8 shows none). Wall clock; only a profile change resets
 * it.
 */
export const createRateLimit = (): RateLimit => {
  const windows = new Map<Environment, { startedMs: number; requests: number; profile: Profile }>()
  return (environment, profile) => {
    const { rate_limit_per_minute: perMinute } = profile
    if (perMinute === null) return 0
    const nowMs = performance.now()
    const known = windows.get(environment)
    const window =
      known?.profile === profile && nowMs - known.startedMs < MINUTE_MS
        ? known
        : { startedMs: nowMs, requests: 0, profile }
    windows.set(environment, window)
    window.requests += 1
    if (window.requests <= perMinute) return 0
    return Math.ceil((window.startedMs + MINUTE_MS - nowMs) / 1000)
  }
}
