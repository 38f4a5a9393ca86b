import type { Log } from '../runtime/log.ts'
import type { Lane } from './lanes.ts'

export type WorkLoop = 'tasks' | 'events' | 'notifications'

/** Notes what the worker role of a process does, to see that it makes progress while work is due. */
export interface WorkWatch {
  /** A loop has taken work, or found none; from the first time on it has to go on so. */
  cameRound(loop: WorkLoop): void
  /**
   * A look for work came to its end without an error. `handed`: lanes that have tasks which were handed
   * over and not begun; `late`: those among them that have had them for a while.
   */
  looked(lanes: { handed: readonly Lane[]; late: readonly Lane[] }): void
  /** Runs a job of a lane. */
  during<T>(lane: Lane, work: () => Promise<T>): Promise<T>
  /** Seconds for which there has been no progress while work is due; 0 as long as there is. */
  stuckFor(): number
  close(): void
}

/** A look comes every second, also when there is nothing to do. */
export const STUCK_AFTER_MS = 12_000
const CHECK_EVERY_MS = 1_000

/**
 * No progress: a loop has not come round for so long; or tasks of a lane wait all that time, and of that
 * lane nothing runs here and nothing has begun. Says so in one line, and when it is over.
 */
export const watchWork = (
  log: Pick<Log, 'error' | 'info'>,
  { lanes, stuckAfterMs = STUCK_AFTER_MS }: { lanes: readonly Lane[]; stuckAfterMs?: number },
): WorkWatch => {
  const rounds = new Map<WorkLoop, number>([['tasks', Date.now()]])
  const states = new Map(
    lanes.map((lane) => [lane, { running: 0, idleSince: undefined as number | undefined }]),
  )
  let isSaid = false

  const since = (): number => {
    const times = [...states.values()].map(({ idleSince }) => idleSince ?? Number.POSITIVE_INFINITY)
    return Math.min(...rounds.values(), ...times)
  }
  const stuckFor = (): number => {
    const ms = Date.now() - since()
    return ms >= stuckAfterMs ? ms / 1_000 : 0
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

  return {
    cameRound: (loop) => rounds.set(loop, Date.now()),
    looked: ({ handed, late }) => {
      const now = Date.now()
      rounds.set('tasks', now)
      for (const [lane, state] of states) {
        if (state.running > 0 || !handed.includes(lane)) state.idleSince = undefined
        // A task that is claimed once more is not late for a moment, and has waited all the same.
        else if (late.includes(lane)) state.idleSince ??= now
      }
    },
    during: async (lane, work) => {
      const state = states.get(lane)
      if (!state) return work()
      state.running += 1
      state.idleSince = undefined
      try {
        return await work()
      } finally {
        state.running -= 1
      }
    },
    stuckFor,
    close: () => clearInterval(timer),
  }
}
