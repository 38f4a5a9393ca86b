import type { Log } from '../runtime/log.ts'
import type { Lane } from './lanes.ts'

/** What has to go on: the loops that take work, and what the workers of a lane are handed. */
export type Work = 'tasks' | 'events' | 'notifications' | Lane

/** Notes what the worker role of a process does, to see that it makes progress while work is due. */
export interface WorkWatch {
  /** A loop has taken work or found none; of a lane, nothing waits. From the first time on it has to go on so. */
  cameRound(work: Work): void
  /** Runs a job of a lane. */
  during<T>(lane: Lane, run: () => Promise<T>): Promise<T>
  /** Seconds for which there has been no progress while work is due; 0 as long as there is. */
  stuckFor(): number
  close(): void
}

/** A look comes every second, also when there is nothing to do. */
const STUCK_AFTER_MS = 12_000
const CHECK_EVERY_MS = 1_000

/**
 * No progress: a loop has not come round for so long; or tasks of a lane wait all that time, of which
 * nothing runs here and nothing has begun. Says so in one line, and when it is over.
 */
export const watchWork = (log: Pick<Log, 'error' | 'info'>): WorkWatch => {
  const rounds = new Map<Work, number>([['tasks', Date.now()]])
  const running = new Map<Work, number>()
  let isSaid = false

  const stuckFor = (): number => {
    const idle = [...rounds].filter(([work]) => !running.get(work)).map(([, at]) => at)
    const ms = Date.now() - Math.min(...idle)
    return ms >= STUCK_AFTER_MS ? ms / 1_000 : 0
  }
  const check = (): void => {
    const seconds = stuckFor()
    if (seconds > 0 === isSaid) return
    isSaid = seconds > 0
    if (isSaid) log.error({ seconds }, 'the worker makes no progress while work is due')
    else log.info('the worker makes progress again')
  }
  const timer = setInterval(check, CHECK_EVERY_MS)
  timer.unref()
  const cameRound = (work: Work): void => void rounds.set(work, Date.now())

  return {
    cameRound,
    during: async (lane, run) => {
      running.set(lane, (running.get(lane) ?? 0) + 1)
      try {
        return await run()
      } finally {
        running.set(lane, (running.get(lane) ?? 0) - 1)
        cameRound(lane)
      }
    },
    stuckFor,
    close: () => clearInterval(timer),
  }
}
