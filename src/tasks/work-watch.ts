import type { TaskRow } from '../db/tasks/outbox.ts'
import type { Log } from '../runtime/log/log.ts'
import type { JobQueue } from '../runtime/queue/job-queue.ts'
import type { Trying } from './end-try.ts'

type Work = 'tasks' | 'events' | 'notifications' | 'jobs'

const QUEUED: readonly Work[] = ['tasks', 'jobs']

export interface AtWork extends Trying {
  queue: JobQueue
  watch: ReturnType<typeof watchWork>
  running: Set<bigint>
  /** Reports whether a task must return to the outbox: its circuit opened, or shutdown began. */
  isHeld(task: TaskRow): Promise<boolean>
}

/** Longer than several polls, which run every second. */
const STUCK_AFTER_MS = 12_000
const CHECK_EVERY_MS = 1_000

/**
 * Detects a stuck worker role: a loop has not come round for too long, or jobs wait but none runs
 * or starts here. Logs once when stuck and once on recovery. An unreachable job queue on a separate
 * service excuses tasks and jobs, not events and notifications.
 */
export const watchWork = (log: Pick<Log, 'error' | 'info'>) => {
  const rounds = new Map<Work, number>([['tasks', Date.now()]])
  let jobs = 0
  let isLogged = false
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
    if (seconds > 0 === isLogged) return
    isLogged = seconds > 0
    if (isLogged) log.error({ seconds }, 'the worker makes no progress while work is due')
    else log.info('the worker makes progress again')
  }
  const timer = setInterval(check, CHECK_EVERY_MS)
  timer.unref()
  /**
   * Heartbeat of a loop that claimed work or found none. The first call starts monitoring `work`.
   */
  const heartbeat = (work: Work): void => void rounds.set(work, Date.now())

  return {
    cameRound: heartbeat,
    during: async (run: () => Promise<void>): Promise<void> => {
      jobs += 1
      await run().finally(() => {
        jobs -= 1
        heartbeat('jobs')
      })
    },
    queueIsAway: (isAway: boolean): void => {
      if (isQueueAway && !isAway) for (const work of QUEUED) heartbeat(work)
      isQueueAway = isAway
    },
    /** Returns seconds without progress; 0 when healthy. */
    stuckFor,
    /** Reports whether only the unreachable job queue holds work up. */
    isQueueAway: (): boolean => isQueueAway && idleFor((work) => !QUEUED.includes(work)) === 0,
    close: (): void => clearInterval(timer),
  }
}
