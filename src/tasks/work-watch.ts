import type { TaskRow } from '../db/outbox.ts'
import type { JobQueue } from '../runtime/job-queue.ts'
import type { Log } from '../runtime/log.ts'
import type { Trying } from './end-try.ts'

/** What has to go on: the loops that take work, and the jobs of the queue. */
type Work = 'tasks' | 'events' | 'notifications' | 'jobs'

/** What the loops of the worker role share. */
export interface AtWork extends Trying {
  queue: JobQueue
  watch: ReturnType<typeof watchWork>
  /** The tasks that this process runs. */
  running: Set<bigint>
  /** One that was claimed before its circuit opened, or the end began, goes back to wait with the others. */
  isHeld(task: TaskRow): Promise<boolean>
}

/** A look comes every second, also when there is nothing to do. */
const STUCK_AFTER_MS = 12_000
const CHECK_EVERY_MS = 1_000

/**
 * Notes what the worker role of a process does, to see that it makes progress while work is due. No
 * progress: a loop has not come round for so long; or jobs wait all that time, and none
 * runs here or has begun. Says so in one line, and when it is over.
 */
export const watchWork = (log: Pick<Log, 'error' | 'info'>) => {
  const rounds = new Map<Work, number>([['tasks', Date.now()]])
  let jobs = 0
  let isSaid = false

  const stuckFor = (): number => {
    const idle = [...rounds].filter(([work]) => work !== 'jobs' || jobs === 0).map(([, at]) => at)
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
  /** A loop has taken work or found none; no job waits. From the first time on it has to go on so. */
  const cameRound = (work: Work): void => void rounds.set(work, Date.now())

  return {
    cameRound,
    /** Runs a job. */
    during: async (run: () => Promise<void>): Promise<void> => {
      jobs += 1
      await run().finally(() => {
        jobs -= 1
        cameRound('jobs')
      })
    },
    /** Seconds for which there has been no progress while work is due; 0 as long as there is. */
    stuckFor,
    close: (): void => clearInterval(timer),
  }
}
