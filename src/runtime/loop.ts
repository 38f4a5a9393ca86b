import { pauseAfter } from './pause.ts'

export interface Loop {
  /** Looks now, or once more when it is looking; not while it rests after a failure. */
  wake(): void
  /** What it failed at is back: it looks now, even where it rests. */
  startOver(): void
  /** Lets a look that has begun come to its end. */
  close(): Promise<void>
}

/** After failures in a row it waits longer, whatever is signalled meanwhile. */
const FAILED_PAUSE = { leastMs: 1_000, mostMs: 5_000 }
/** A timer may be early by so much. */
const TIMER_MS = 5

/**
 * Looks for work at once when it is woken, and after the pause that the last look has named. `look`
 * resolves with that pause in ms; what it rejects with goes to `onFailure`.
 */
export const startLoop = ({
  look,
  onFailure,
}: {
  look: () => Promise<number>
  onFailure: (error: unknown) => void
}): Loop => {
  let looking: Promise<void> | undefined
  let wokenAgain = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let restsUntil = 0

  const pass = async (): Promise<void> => {
    let pauseMs: number
    try {
      pauseMs = await look()
      failures = 0
    } catch (error) {
      onFailure(error)
      failures += 1
      pauseMs = pauseAfter(failures, FAILED_PAUSE)
      restsUntil = Date.now() + pauseMs
    }
    if (!closed) timer = setTimeout(wake, pauseMs)
  }

  const wake = (): void => {
    const isResting = failures > 0 && Date.now() < restsUntil - TIMER_MS
    wokenAgain = looking !== undefined
    if (wokenAgain || closed || isResting) return
    clearTimeout(timer)
    looking = pass().finally(() => {
      looking = undefined
      if (!wokenAgain) return
      wokenAgain = false
      wake()
    })
  }
  wake()
  return {
    wake,
    startOver: () => {
      failures = 0
      wake()
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await looking
    },
  }
}
