import type { AdjustableClock } from '../../../src/runtime/clock.ts'
import type { Scheduler } from './scheduler.ts'

/** Exact stops of one jump; later steps have a minimum length. */
const EXACT_STOPS = 200
const FURTHER_STOPS = 100

/** Stops at each due instant in order, so a jump of an hour has the same effects as an hour. */
export const travelTo = async (
  target: Date,
  {
    clock,
    scheduler,
    settled,
  }: {
    clock: AdjustableClock
    scheduler: Scheduler
    /** Waits for work in flight; false if there was none, or on a timeout. */
    settled: () => Promise<boolean>
  },
): Promise<void> => {
  /** Resolves with the time of the last check. */
  const runAllDue = async (): Promise<Date> => {
    let checkedAt: Date
    do {
      checkedAt = clock.now()
      await scheduler.runDue()
    } while (await settled())
    return checkedAt
  }
  const moveTo = (instant: number): Promise<Date> => {
    clock.setOffsetMs(instant - Date.now())
    return runAllDue()
  }
  // An attempt in flight decides whether a retry follows.
  let checkedAt = await runAllDue()
  let shortestStep = 0
  for (let stops = 1; ; stops++) {
    const next = await scheduler.nextDueAt(checkedAt)
    if (!next || next >= target) break
    const now = clock.now().getTime()
    if (stops === EXACT_STOPS) shortestStep = (target.getTime() - now) / FURTHER_STOPS
    checkedAt = await moveTo(
      Math.min(Math.max(next.getTime(), now + shortestStep), target.getTime()),
    )
  }
  await moveTo(target.getTime())
}
