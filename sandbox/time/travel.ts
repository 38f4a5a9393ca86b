import type { AdjustableClock } from '../../src/platform/clock.ts'
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
  const runAllDue = async (): Promise<void> => {
    do await scheduler.runDue()
    while (await settled())
  }
  const moveTo = async (instant: number): Promise<void> => {
    clock.setOffsetMs(instant - Date.now())
    await runAllDue()
  }
  // An attempt that is on its way now decides whether there is a retry to meet.
  await runAllDue()
  let shortestStep = 0
  for (let stops = 1; ; stops++) {
    const next = await scheduler.nextDueAt()
    if (!next || next >= target) break
    const now = clock.now().getTime()
    if (stops === EXACT_STOPS) shortestStep = (target.getTime() - now) / FURTHER_STOPS
    await moveTo(Math.min(Math.max(next.getTime(), now + shortestStep), target.getTime()))
  }
  await moveTo(target.getTime())
}
