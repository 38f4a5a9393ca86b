import type { PaymentRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { addMs, HOUR, MINUTE } from '../../../runtime/clock.ts'
import { paymentKind } from './core-kind.ts'

const AFTER_MS = 2 * MINUTE

/** Resolves a creation without an answer, unless another path did. */
export const findOutCreationKind = paymentKind({
  kind: 'find-out-creation',
  needs: 'gateway',
  waitsMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  maxTries: 50,
  timeoutMs: 2 * MINUTE,
  concurrencyPerStore: 4,
})

export const newResolveCreationTask = (payment: PaymentRow, { now }: { now: Date }): NewTask =>
  findOutCreationKind.task(payment, { runAt: addMs(now, AFTER_MS), now })
