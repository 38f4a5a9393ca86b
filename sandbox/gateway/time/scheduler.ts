import type { Clock } from '../../../src/runtime/clock.ts'
import type { Log } from '../../../src/runtime/log.ts'

/** Something that falls due: expiries, webhook attempts. */
export interface DueWork {
  /** Starts everything that is due now; resolves when it is handed out, not when it is done. */
  runDue(): Promise<void>
  /**
   * The next instant at which something falls due that a look at `lookedAt` did not see. Not "after
   * now": what falls due between the look and this question would be seen by neither.
   */
  nextDueAt(lookedAt: Date): Promise<Date | undefined>
}

export interface Scheduler {
  /** Looks for due work as soon as possible. */
  wake(): void
  /** Looks for due work now, and resolves when it is handed out. */
  runDue(): Promise<void>
  nextDueAt(lookedAt: Date): Promise<Date | undefined>
  close(): Promise<void>
}

/** How long it sleeps at most: a look too many is cheap, a look too few is a lost event. */
const LONGEST_SLEEP_MS = 30_000
const AFTER_FAILURE_MS = 500

/** One loop that sleeps until the next due instant of the sandbox's clock, or until it is woken. */
export const startScheduler = ({
  clock,
  work,
  log,
}: {
  clock: Clock
  work: readonly DueWork[]
  log: Log
}): Scheduler => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  let closed = false

  const nextDueAt = async (lookedAt: Date): Promise<Date | undefined> => {
    const instants = await Promise.all(work.map((each) => each.nextDueAt(lookedAt)))
    return instants
      .filter((instant) => instant !== undefined)
      .sort((one, other) => one.getTime() - other.getTime())[0]
  }

  const sleep = (ms: number): void => {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(wake, ms)
  }

  const pass = async (): Promise<void> => {
    queued = undefined
    if (closed) return
    const lookedAt = clock.now()
    try {
      for (const each of work) await each.runDue()
      const next = await nextDueAt(lookedAt)
      const untilNext = next ? next.getTime() - clock.now().getTime() : LONGEST_SLEEP_MS
      sleep(Math.min(Math.max(untilNext, 0), LONGEST_SLEEP_MS))
    } catch (error) {
      log.error({ err: error }, 'due work not handed out')
      sleep(AFTER_FAILURE_MS)
    }
  }

  /** Passes run one after another; calls that come before the next pass begins share it. */
  const runDue = (): Promise<void> => {
    queued ??= running = running.then(pass)
    return queued
  }

  const wake = (): void => {
    void runDue()
  }

  wake()
  return {
    wake,
    runDue,
    nextDueAt,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
