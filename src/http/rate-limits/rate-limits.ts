import type { Response } from 'express'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type Problem, problem } from '../../runtime/http/problem.ts'
import type { Metrics } from '../metrics.ts'
import { type LimitName, RATE_LIMITS } from './limit-names.ts'

/** `undefined`: no limit. */
export type RequestsPerMinute = Readonly<Record<LimitName, number | undefined>>

/** Limits that a request counts against, each with its key. */
export type Counted = readonly (readonly [limit: LimitName, key: string])[]

export interface RateLimits {
  /**
   * Counts a request, in this order, and sets its `RateLimit` headers. Returns the refusal of the
   * first limit that it exceeds, for which later limits do not count it.
   */
  count(response: Response, counted: Counted): Promise<Problem | undefined>
}

const WINDOW_SECONDS = 60

/**
 * Counts requests in fixed windows of a minute, in the memory of this process: a shared counter
 * would cost each request a round trip, and fail with its server.
 */
export const createRateLimits = (
  perMinute: RequestsPerMinute,
  metrics: Pick<Metrics, 'countTurnedAway'>,
): RateLimits => {
  const limiters = new Map(
    RATE_LIMITS.flatMap((name) => {
      const points = perMinute[name]
      if (points === undefined) return []
      return [[name, new RateLimiterMemory({ points, duration: WINDOW_SECONDS })] as const]
    }),
  )
  return {
    count: async (response, counted) => {
      const seen: WindowState[] = []
      for (const [name, key] of counted) {
        const limiter = limiters.get(name)
        if (!limiter) continue
        const { isAbove, left } = await consume(limiter, key)
        const window = {
          name,
          most: limiter.points,
          remaining: left.remainingPoints,
          seconds: Math.max(1, Math.ceil(left.msBeforeNext / 1_000)),
        }
        seen.push(window)
        if (!isAbove) continue
        describe(response, seen)
        response.set('retry-after', String(window.seconds))
        metrics.countTurnedAway(`limit-of-${name}`)
        return refusalOf(window)
      }
      if (seen.length > 0) describe(response, seen)
      return undefined
    },
  }
}

interface WindowState {
  name: LimitName
  most: number
  remaining: number
  /** Until the window ends. */
  seconds: number
}

/** The library rejects above the limit. */
const consume = (
  limiter: RateLimiterMemory,
  key: string,
): Promise<{ isAbove: boolean; left: RateLimiterRes }> =>
  limiter.consume(key).then(
    (left) => ({ isAbove: false, left }),
    (left: unknown) => {
      if (left instanceof RateLimiterRes) return { isAbove: true, left }
      throw left
    },
  )

/** Sets the headers of draft-ietf-httpapi-ratelimit-headers, replacing those of earlier counts. */
const describe = (response: Response, seen: readonly WindowState[]): void => {
  response.set({
    'ratelimit-policy': seen
      .map(({ name, most }) => `"${name}";q=${most};w=${WINDOW_SECONDS}`)
      .join(', '),
    ratelimit: seen
      .map(({ name, remaining, seconds }) => `"${name}";r=${remaining};t=${seconds}`)
      .join(', '),
  })
}

const WHO: Readonly<Record<LimitName, string>> = {
  address: 'Your address',
  key: 'The API key',
  store: 'The store',
  person: 'You',
  'pay-address': 'Your address',
  'pay-link': 'The payment link',
}

const refusalOf = ({ name, most, seconds }: WindowState): Problem =>
  problem({
    code: 'rate_limited',
    title: 'Too many requests in a minute',
    detail: `${WHO[name]} may send ${most} requests a minute. Repeat the request in ${seconds} s.`,
  })
