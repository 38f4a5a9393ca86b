import type { AdjustableClock } from '../../../src/runtime/clock.ts'
import type { Scheduler } from './scheduler.ts'

/** A journey past thousands of due instants stops at so many exactly, and then skips some. */
const EXACT_STOPS = 200
const FURTHER_STOPS = 100

/**
 * Moves the sandbox's clock to `target`, through every due instant on the way and in their order,
 * so that a jump over an hour shows what an hour would have shown: each expiry, each attempt.
 */
export const travelTo = async (
  target: Date,
  {
    clock,
    scheduler,
    settled,
  }: {
    clock: AdjustableClock
    scheduler: Scheduler
    /** Whether something was on its way and is done; `false` as well when it takes too long. */
    settled: () => Promise<boolean>
  },
): Promise<void> => {
  /** Resolves with the instant up to which all has happened. */
  const runAllDue = async (): Promise<Date> => {
    let lookedAt: Date
    do {
      lookedAt = clock.now()
      await scheduler.runDue()
    } while (await settled())
    return lookedAt
  }
  const moveTo = (instant: number): Promise<Date> => {
    clock.setOffsetMs(instant - Date.now())
    return runAllDue()
  }
  // An attempt that is on its way now decides whether there is a retry to meet.
  let lookedAt = await runAllDue()
  let shortestStep = 0
  for (let stops = 1; ; stops++) {
    const next = await scheduler.nextDueAt(lookedAt)
    if (!next || next >= target) break
    const now = clock.now().getTime()
    if (stops === EXACT_STOPS) shortestStep = (target.getTime() - now) / FURTHER_STOPS
    lookedAt = await moveTo(
      Math.min(Math.max(next.getTime(), now + shortestStep), target.getTime()),
    )
  }
  await moveTo(target.getTime())
}
