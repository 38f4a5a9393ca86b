import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Both halves of it. What requests under way hold has to fit into one, or it is kept as if it were old. */
const ENOUGH_BYTES = 32_000_000

/**
 * Keeps V8's space for young objects from growing. What a flood of requests leaves dies young, and V8 would
 * answer it by doubling that space until it is most of the process. Its own limit for that can only be given
 * on the command line.
 */
export const keepYoungSpaceSmall = (): void => growBy(1)

/**
 * Lets that space grow as far as many requests at once need. V8 makes it small again when there is little
 * to do, so that it is looked at after each collection.
 */
export const boundYoungSpace = (): void =>
  new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    growBy(space && space.space_size < ENOUGH_BYTES ? 2 : 1)
  }).observe({ entryTypes: ['gc'] })

const growBy = (factor: number): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`)
