import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Size of both semi-spaces together. Live objects of requests in flight must fit into one, or V8
 * promotes them.
 */
const ENOUGH_BYTES = 32_000_000

/**
 * Keeps the young generation small: for a burst of short-lived objects, V8 would double it until it
 * dominates the process. Its own limit works on the command line only.
 */
export const keepYoungSpaceSmall = (): void => growBy(1)

/** Checks after each collection, because V8 shrinks the young generation when idle. */
export const boundYoungSpace = (): void =>
  new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    growBy(space && space.space_size < ENOUGH_BYTES ? 2 : 1)
  }).observe({ entryTypes: ['gc'] })

const growBy = (factor: number): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`)
