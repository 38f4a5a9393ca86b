import type { PaymentRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { addMs, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { paymentKind } from './core-kind.ts'
import type { When } from './task-kind.ts'

const SOONEST_MS = 5 * SECOND
const LATEST_MS = 2 * MINUTE

export const findOutChargeKind = paymentKind({
  kind: 'find-out-charge',
  needs: 'gateway',
  waitsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE],
  timeoutMs: MINUTE,
  concurrencyPerStore: 4,
})

/** `runAt` defaults to a delay equal to the charge's age, within bounds. */
export const newResolveChargeTask = (
  payment: PaymentRow,
  { now, runAt = nextPollAt(payment, now) }: When,
): NewTask => {
  // Dedupes lookups due within the same few seconds.
  const uniqueKey = `find-out-charge:${payment.id}:${Math.floor(runAt.getTime() / SOONEST_MS)}`
  return findOutChargeKind.task(payment, { uniqueKey, runAt, now })
}

const nextPollAt = (payment: PaymentRow, now: Date): Date => {
  const ageMs = now.getTime() - payment.created_at.getTime()
  return addMs(now, Math.min(Math.max(ageMs, SOONEST_MS), LATEST_MS))
}
