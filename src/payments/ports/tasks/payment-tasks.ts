import { z } from 'zod'
import type { OrderRow, PaymentRow, RefundRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { RefundId, type StoreId } from '../../../domain/ids.ts'
import { addMs, HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { coreKind, ofPayment, orderKind, paymentKind } from './core-kind.ts'
import type { When } from './task-kind.ts'

/** Gateway events only; platform webhooks become tasks of their platform's kind. */
export const messagePayload = z.object({ month: z.string(), seq: z.string() })

/** Applies an event that failed in its batch; the inbox creates these tasks. */
export const applyGatewayEventKind = coreKind({
  kind: 'apply-gateway-event',
  needs: 'db',
  payload: messagePayload,
  waitsMs: [SECOND, 10 * SECOND, MINUTE, 10 * MINUTE],
  // Over an hour: such a failure is not transient, so an operator must check.
  maxTries: 10,
  timeoutMs: 30 * SECOND,
  // Low, because each holds a connection while it waits for the order's lock.
  concurrencyPerStore: 4,
})

export const pollPaymentKind = paymentKind({
  kind: 'ask-gateway',
  needs: 'gateway',
  waitsMs: [10 * SECOND, MINUTE, 10 * MINUTE, HOUR],
  maxTries: 10,
  timeoutMs: MINUTE,
  concurrencyPerStore: 4,
})

export const newPollTask = pollPaymentKind.task

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
  findOutCreationKind.task(payment, { runAt: addMs(now, 2 * MINUTE), now })

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
  { now, runAt = afterItsAge(payment, now) }: When,
): NewTask => {
  // Dedupes lookups due within the same few seconds.
  const uniqueKey = `find-out-charge:${payment.id}:${Math.floor(runAt.getTime() / SOONEST_MS)}`
  return findOutChargeKind.task(payment, { uniqueKey, runAt, now })
}

const afterItsAge = ({ created_at }: PaymentRow, now: Date): Date => {
  const ageMs = now.getTime() - created_at.getTime()
  return addMs(now, Math.min(Math.max(ageMs, SOONEST_MS), LATEST_MS))
}

export const carryOutRefundKind = coreKind({
  kind: 'carry-out-refund',
  needs: 'gateway',
  payload: z.object({ refundId: RefundId }),
  // After a failed send or an unknown outcome: minutes, after any number of failed tries. A refund
  // that waits for the gateway's window or for a reading sets its own backoff.
  waitsMs: [MINUTE, MINUTE, 2 * MINUTE, 5 * MINUTE],
  timeoutMs: 2 * MINUTE,
  concurrencyPerStore: 4,
})

export const newCarryOutRefundTask = (refund: RefundRow, when: When): NewTask =>
  carryOutRefundKind.task({ refundId: refund.id }, { ...ofPayment(refund), ...when })

/** A no-op once a person has decided. */
export const expireApprovalKind = coreKind({
  kind: 'expire-refund-approval',
  needs: 'db',
  payload: z.object({ refundId: RefundId }),
  waitsMs: [5 * SECOND, 30 * SECOND, MINUTE],
  timeoutMs: 30 * SECOND,
  concurrencyPerStore: 4,
})

export const newExpireApprovalTask = (refund: RefundRow, when: When): NewTask =>
  expireApprovalKind.task({ refundId: refund.id }, { ...ofPayment(refund), ...when })

export const findSavedCardKind = orderKind({
  kind: 'find-saved-card',
  needs: 'gateway',
  // The gateway saves it within seconds or never.
  waitsMs: [5 * SECOND, 20 * SECOND, MINUTE, 5 * MINUTE],
  timeoutMs: MINUTE,
  concurrencyPerStore: 2,
})

export const newFindSavedCardTask = findSavedCardKind.task

export const endTimeToPayKind = orderKind({
  kind: 'end-time-to-pay',
  needs: 'gateway',
  // A charge in flight takes seconds, a customer at the bank minutes.
  waitsMs: [5 * SECOND, 30 * SECOND, MINUTE],
  timeoutMs: MINUTE,
  concurrencyPerStore: 4,
})

/** A no-op if the store extended the deadline. */
export const newEndTimeToPayTask = (
  order: OrderRow,
  { payableUntil, now }: { payableUntil: Date; now: Date },
): NewTask => {
  const uniqueKey = `end-time-to-pay:${order.id}:${payableUntil.toISOString()}`
  return endTimeToPayKind.task(order, { uniqueKey, runAt: payableUntil, now })
}

export const reconcileKind = coreKind({
  kind: 'reconcile',
  needs: 'gateway',
  payload: z.object({ runId: z.string() }),
  // After this many failures the run marks itself failed; an operator can resume it.
  waitsMs: [2 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE],
  timeoutMs: 2 * MINUTE,
  concurrencyPerStore: 1,
})

export const newReconcileTask = (run: { id: string; store_id: StoreId }, when: When): NewTask =>
  reconcileKind.task({ runId: run.id }, { storeId: run.store_id, ...when })
