import { isPaymentState } from '../../contract/payment-states.ts'
import type { PaymentRow, StoreRow } from '../../db/db.ts'
import type { NewGap } from '../../db/events/webhook-gaps.ts'
import { findPayment, lockPaymentsToPoll, schedulePoll } from '../../db/payments/payments.ts'
import { findStore } from '../../db/stores/stores.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import type { PaymentId } from '../../domain/ids.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { nextPollAt } from '../attempts/rules/next-poll.ts'
import { addLine } from '../orders/change-held.ts'
import { decideOrder, type HeldOrder } from '../orders/held-order.ts'
import { recordObservation } from '../orders/record-observation.ts'
import { isHeldBack } from '../orders/rules/held-back.ts'
import { type Observation, observePayment } from '../orders/rules/observe.ts'
import { orderLog, type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { failedAtGateway, type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import { newPollTask } from '../ports/tasks/payment-tasks.ts'
import { sendsEvent } from './rules/webhook-health.ts'

/** `unreadable`: the response makes no sense. */
export type PollOutcome = { outcome: 'seen' } | { outcome: 'unreadable'; detail: string } | Failure

export const runPollPayment = async (
  ctx: PaymentsContext,
  { paymentId }: { paymentId: PaymentId },
): Promise<TaskOutcome> => {
  const payment = await findPayment(ctx.db.query, paymentId)
  const store = payment && (await findStore(ctx.db.query, payment.store_id))
  if (!payment || !store) return { outcome: 'done' }
  const polled = await pollPayment(ctx, { store, payment })
  if (polled.outcome === 'seen') return { outcome: 'done' }
  if (polled.outcome === 'unreadable') {
    return { outcome: 'failed', retry: 'ask-a-person', detail: polled.detail }
  }
  // Retries: a store notification waits for this response, and `GET` may lag behind the event.
  const isRefused = polled.outcome !== 'unreachable'
  return isRefused && isHeldBack(payment)
    ? tryAgain(`gateway: ${polled.outcome}`)
    : failedAtGateway(polled)
}

/**
 * `GET /payments/{id}` confirms a charge like its event (3). Fallback for late, lost and ambiguous
 * events.
 */
export const pollPayment = async (
  ctx: PaymentsContext,
  { store, payment }: { store: StoreRow; payment: PaymentRow },
): Promise<PollOutcome> => {
  if (!payment.gateway_payment_id) return { outcome: 'seen' }
  const answer = await ctx
    .gatewayOf(store, payment.order_id)
    .getPayment(Number(payment.gateway_payment_id))
  if (answer.outcome !== 'found') return answer
  const observed = observePayment(answer.payment)
  if (observed.kind === 'unreadable') {
    return { outcome: 'unreadable', detail: `unreadable: ${observed.detail}` }
  }
  await recordAnswer(ctx, { payment, observed })
  return { outcome: 'seen' }
}

/** Records a gap: polling found the state before its event arrived. */
export const addGap = (
  { changes, now }: HeldOrder,
  { id, store_id, order_id, state }: PaymentRow,
  foundBy: NewGap['found_by'],
): void => {
  if (!isPaymentState(state) || !sendsEvent(state)) return
  const found = { found_by: foundBy, found_at: now }
  changes.gaps.push({ store_id, order_id, payment_id: id, state, ...found })
}

/**
 * Records the gateway's answer; `payment` is its row from before the `GET`. Adds a gap if the event
 * is late or lost.
 */
export const recordAnswer = async (
  ctx: PaymentsContext,
  answer: {
    payment: PaymentRow
    observed: Observation & { kind: 'seen' }
    /** `null`: its event came before a restore. */
    foundBy?: NewGap['found_by'] | null
  },
): Promise<void> => {
  const { payment, observed, foundBy = 'asking' } = answer
  const { id: paymentId, order_id: orderId } = payment
  const { order, changed } = await decideOrder(ctx, orderId, (held) => {
    const recorded = recordObservation(held, { paymentId, observed, polled: payment })
    if (recorded.changed) {
      const details = { state: observed.derived.state }
      addLine(held, { payment_id: paymentId, kind: 'gateway_asked', details })
      // A check of a charge changes only the order: its event has already arrived.
      if (recorded.paymentChanged && foundBy) addGap(held, recorded.payment, foundBy)
    }
    return { order: held.order, changed: recorded.changed }
  })
  orderLog(ctx.log, order).info({ payment: paymentId, changed }, 'payment polled')
}

const BATCH = 500

/**
 * Enqueues a poll of every stale pending payment of any store: the gateway does not recover lost
 * events (`gateway-api.md` 6.5.3). Stops polling ended payments.
 */
export const pollStalePayments = async (ctx: PaymentsContext): Promise<void> => {
  for (let polled = BATCH; polled === BATCH; ) {
    polled = await ctx.db.query.transaction().execute(async (trx) => {
      const now = ctx.clock.now()
      const due = await lockPaymentsToPoll(trx, { now, limit: BATCH })
      for (const payment of due) {
        const isPending = payment.state === 'pending' && payment.gateway_payment_id !== null
        const isCreating = payment.state === 'intended'
        if (isPending) await addTask(trx, newPollTask(payment, { now }))
        const next = isPending || isCreating ? nextPollAt(payment.created_at, now) : null
        await schedulePoll(trx, payment.id, next)
      }
      return due.length
    })
  }
  ctx.signals.send(WORK_SIGNAL)
}
