import type { TaskRow } from '../db/outbox.ts'
import type { JobQueue } from '../runtime/job-queue.ts'
import type { Log } from '../runtime/log.ts'
import type { Trying } from './end-try.ts'

/** What has to go on: the loops that take work, and the jobs of the queue. */
type Work = 'tasks' | 'events' | 'notifications' | 'jobs'

/** Work that passes through the job queue. */
const QUEUED: readonly Work[] = ['tasks', 'jobs']

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
 * progress: a loop has not come round for so long; or jobs wait all that time, and none runs here or
 * has begun. Logs one line when that begins and one when it is over. A job queue of another service
 * that is away explains why tasks and jobs do not move, but not why events or notifications do not.
 */
export const watchWork = (log: Pick<Log, 'error' | 'info'>) => {
  const rounds = new Map<Work, number>([['tasks', Date.now()]])
  let jobs = 0
  let isSaid = false
  let isQueueAway = false

  const idleFor = (counted: (work: Work) => boolean): number => {
    const idle = [...rounds]
      .filter(([work]) => counted(work) && (work !== 'jobs' || jobs === 0))
      .map(([, at]) => at)
    const ms = Date.now() - Math.min(...idle)
    return ms >= STUCK_AFTER_MS ? ms / 1_000 : 0
  }
  const stuckFor = (): number => idleFor(() => true)
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
    /** Notes whether a job queue of another service can be reached. */
    queueIsAway: (isAway: boolean): void => {
      if (isQueueAway && !isAway) for (const work of QUEUED) cameRound(work)
      isQueueAway = isAway
    },
    /** Seconds without progress while work is due; 0 as long as there is progress. */
    stuckFor,
    /** Whether the job queue is away, and nothing else keeps the worker from its work. */
    isQueueAway: (): boolean => isQueueAway && idleFor((work) => !QUEUED.includes(work)) === 0,
    close: (): void => clearInterval(timer),
  }
}
