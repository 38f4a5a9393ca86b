import { nextDueInMs, type TaskPath } from '../db/tasks/task-rooms.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'

/** Poll interval without signals. */
export const POLL_INTERVAL_MS = 1_000
/** Delay before retrying to claim due tasks that lacked capacity or waited for another task. */
export const LEFT_DUE_WAIT_MS = 50
const LEAST_MS = 5

/** Returns the pause in ms. */
export const pauseUntilDue = async (
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  way: TaskPath,
): Promise<number> => {
  const dueInMs = await nextDueInMs(db.hot.query, { ...way, now: clock.now() }).catch(
    () => undefined,
  )
  if (dueInMs === undefined) return POLL_INTERVAL_MS
  return dueInMs <= 0 ? LEFT_DUE_WAIT_MS : Math.min(POLL_INTERVAL_MS, Math.max(LEAST_MS, dueInMs))
}
