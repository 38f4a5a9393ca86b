import { readClockOffsetMs, writeClockOffsetMs } from '../../db/installation/test-clock.ts'
import type { AdjustableClock } from '../../runtime/clock.ts'
import { type PaymentsContext, WORK_SIGNAL } from './context.ts'

export const CLOCK_SIGNAL = 'puente_clock'

/** Moves the clock of all processes; absent in production. */
export interface TestClock {
  now(): Date
  /** Resolves once it has signalled every listening process. */
  moveTo(instant: Date): Promise<void>
}

/** Syncs this process with the offset in the database. */
export const followTestClock = async (
  { db, signals, log }: PaymentsContext,
  clock: AdjustableClock,
): Promise<TestClock> => {
  const follow = async (): Promise<void> => {
    clock.setOffsetMs(await readClockOffsetMs(db.query))
    signals.send(WORK_SIGNAL)
  }
  signals.on(CLOCK_SIGNAL, () => {
    follow().catch((error) => log.warn({ err: error }, 'test clock not followed'))
  })
  await follow()
  return {
    now: () => clock.now(),
    moveTo: async (instant) => {
      await writeClockOffsetMs(db.query, instant.getTime() - Date.now())
      await follow()
      signals.send(CLOCK_SIGNAL)
    },
  }
}
