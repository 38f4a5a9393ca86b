import type { OrderRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { MINUTE, SECOND } from '../../../runtime/clock.ts'
import { orderKind } from './core-kind.ts'

export const endTimeToPayKind = orderKind({
  kind: 'end-time-to-pay',
  needs: 'db',
  // A charge in flight takes seconds, a customer at the bank minutes.
  waitsMs: [5 * SECOND, 30 * SECOND, MINUTE],
  timeoutMs: 30 * SECOND,
  concurrencyPerStore: 4,
})

/** Schedules the end of the time to pay; a no-op if prolonged. */
export const newEndTimeToPayTask = (
  order: OrderRow,
  { payableUntil, now }: { payableUntil: Date; now: Date },
): NewTask => {
  const uniqueKey = `end-time-to-pay:${order.id}:${payableUntil.toISOString()}`
  return endTimeToPayKind.task(order, { uniqueKey, runAt: payableUntil, now })
}
