import { detached } from '../detached.ts'
import { backoffMs } from './pause.ts'

export interface Loop {
  /** Polls now, or after the poll in flight. No-op during backoff. */
  wake(): void
  /** Ends the backoff and polls now. */
  resetBackoff(): void
  close(): Promise<void>
}

/** Backoff after failures, which `wake` does not shorten. */
const FAILED_PAUSE = { minMs: 1_000, maxMs: 5_000 }
/** Timers may fire early. */
const TIMER_MS = 5

/**
 * Polls when woken, and after the pause (ms) that `poll` returns. A rejection starts a backoff. Polls
 * are detached from whoever wakes the loop.
 */
export const startLoop = ({
  poll,
  onFailure,
}: {
  poll: () => Promise<number>
  onFailure: (error: unknown) => void
}): Loop => {
  let polling: Promise<void> | undefined
  let wokenAgain = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let restsUntil = 0

  const pass = async (): Promise<void> => {
    let pauseMs: number
    try {
      pauseMs = await poll()
      failures = 0
    } catch (error) {
      onFailure(error)
      failures += 1
      pauseMs = backoffMs(failures, FAILED_PAUSE)
      restsUntil = Date.now() + pauseMs
    }
    if (!closed) timer = setTimeout(wake, pauseMs)
  }

  const wake = (): void => {
    const isResting = failures > 0 && Date.now() < restsUntil - TIMER_MS
    wokenAgain = polling !== undefined
    if (wokenAgain || closed || isResting) return
    clearTimeout(timer)
    polling = detached(pass).finally(() => {
      polling = undefined
      if (!wokenAgain) return
      wokenAgain = false
      wake()
    })
  }
  wake()
  return {
    wake,
    resetBackoff: () => {
      failures = 0
      wake()
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await polling
    },
  }
}
