import type { Clock } from '../../../src/runtime/clock.ts'
import type { Log } from '../../../src/runtime/log/log.ts'

export interface DueWork {
  /** Resolves once all due work has started. */
  runDue(): Promise<void>
  /**
   * Returns the next due instant after `checkedAt`, the last check: the current time would miss
   * work that fell due in between.
   */
  nextDueAt(checkedAt: Date): Promise<Date | undefined>
}

export interface Scheduler extends DueWork {
  wake(): void
  close(): Promise<void>
}

/** An extra poll is cheap, a missed one loses an event. */
const LONGEST_SLEEP_MS = 30_000
const AFTER_FAILURE_MS = 500

export const startScheduler = (options: {
  clock: Clock
  work: readonly DueWork[]
  log: Log
}): Scheduler => {
  const { clock, work, log } = options
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  let closed = false

  const nextDueAt = async (checkedAt: Date): Promise<Date | undefined> => {
    const instants = await Promise.all(work.map((each) => each.nextDueAt(checkedAt)))
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
    const checkedAt = clock.now()
    try {
      for (const each of work) await each.runDue()
      const next = await nextDueAt(checkedAt)
      const untilNext = next ? next.getTime() - clock.now().getTime() : LONGEST_SLEEP_MS
      sleep(Math.min(Math.max(untilNext, 0), LONGEST_SLEEP_MS))
    } catch (error) {
      log.error({ err: error }, 'due work not handed out')
      sleep(AFTER_FAILURE_MS)
    }
  }

  /** Serialised; calls before the next pass share it. */
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
