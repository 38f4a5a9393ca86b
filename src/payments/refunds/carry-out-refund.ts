import type { PaymentObject } from '../../contract/payment.ts'
import type { DbQuery, PaymentRow, RefundRow } from '../../db/db.ts'
import { latestInTimeline } from '../../db/orders/timeline.ts'
import { findPayment } from '../../db/payments/payments.ts'
import { readingOfRefundEvents } from '../../db/payments/refund-events.ts'
import { findRefund } from '../../db/payments/refunds.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { RefundReading } from '../../db/tables/refunds.ts'
import type { RefundId } from '../../domain/ids.ts'
import { formatMinor } from '../../domain/money.ts'
import type { Gateway } from '../../gateway/client.ts'
import type { BeginRetry } from '../../gateway/retry-without.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { addLine, updateRefund } from '../orders/change-held.ts'
import { decideOrder, type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { noteRefusedFields } from '../orders/note-refused-fields.ts'
import { recordObservation } from '../orders/record-observation.ts'
import { doubtBeforeSend, mayEventFollow } from '../orders/refunds/match-refunds.ts'
import { closeRefundAlert, openRefundAlert } from '../orders/refunds/refund-alerts.ts'
import { endAsFailed, lineOfRefund, openReview } from '../orders/refunds/refund-transitions.ts'
import { type PaymentStatus, wasCharged } from '../orders/rules/advance.ts'
import { observePayment } from '../orders/rules/observe.ts'
import { awaitsApproval } from '../orders/rules/refunds/approval.ts'
import { isOver } from '../orders/rules/refunds/refund-states.ts'
import { orderLog, type PaymentsContext, REFUND_SIGNAL } from '../ports/context.ts'
import { failedAtGateway, type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import { nextStep } from './rules/next-step.ts'
import {
  type ReadCause,
  type RefundAnswer,
  type RefundChange,
  type RefundEffect,
  reasonOf,
} from './rules/refund-step.ts'

interface RefundWork {
  ctx: PaymentsContext
  gateway: Gateway
  payment: PaymentRow
}

interface Next {
  refund: RefundRow
  effect: RefundEffect
}

const DONE: TaskOutcome = { outcome: 'done' }

/**
 * Makes a refund at the gateway: a full refund of an untouched charge as a void, then as a refund if
 * the gateway refuses the void; a partial one as a refund. `nextStep` decides under the order's
 * lock, so each send follows a committed intent.
 */
export const carryOutRefund = async (
  ctx: PaymentsContext,
  { refundId }: { refundId: RefundId },
): Promise<TaskOutcome> => {
  const refund = await findRefund(ctx.db.query, refundId)
  const payment = refund && (await findPayment(ctx.db.query, refund.payment_id))
  const store = payment && (await findStore(ctx.db.query, payment.store_id))
  if (!refund || !payment || !store || isOver(refund) || awaitsApproval(refund)) return DONE
  const gateway = ctx.gatewayOf(store, payment.order_id)
  const outcome = await tryOnce({ ctx, gateway, payment }, refund)
  ctx.signals.send(REFUND_SIGNAL, refundId)
  return outcome
}

const tryOnce = async (work: RefundWork, known: RefundRow): Promise<TaskOutcome> => {
  let next: Next =
    known.state === 'requested'
      ? await runStep(work, known, { of: 'lost-send' })
      : { refund: known, effect: { do: 'read', cause: { after: 'start' } } }
  for (;;) {
    const { refund, effect } = next
    switch (effect.do) {
      case 'read':
        next = await read(work, refund, effect.cause)
        break
      case 'send':
        next = await send(work, refund, effect)
        break
      case 'wait': {
        const { detail, afterMs, waitsMs } = effect
        return { ...tryAgain(detail, afterMs), waitsMs }
      }
      case 'back-off':
        return failedAtGateway(effect.failure)
      case 'give-way':
        return { outcome: 'busy' }
      case 'end':
        return DONE
    }
  }
}

const runStep = (
  { ctx }: RefundWork,
  refund: RefundRow,
  answer: RefundAnswer | ((held: HeldOrder, latest: RefundRow) => RefundAnswer),
): Promise<Next> =>
  decideOrder(ctx, refund.order_id, async (held, trx) => {
    const latest = held.refunds.find(({ id }) => id === refund.id)
    if (!latest) return { refund, effect: { do: 'end' } }
    const { change, effect } = nextStep(
      latest,
      typeof answer === 'function' ? answer(held, latest) : answer,
      { sentAt: refund.requested_at, now: held.now },
    )
    return { refund: await applyRefundChange(held, trx, { refund: latest, change }), effect }
  })

/** Returns the changed refund. */
const applyRefundChange = async (
  held: HeldOrder,
  trx: DbQuery,
  { refund: latest, change }: { refund: RefundRow; change: RefundChange },
): Promise<RefundRow> => {
  const { row, lines = [], lineOnce, closesAlert, opensAlert, review, fails } = change
  const refund = row ? updateRefund(held, latest.id, row) : latest
  for (const line of lines) addLine(held, lineOfRefund(refund, line))
  if (lineOnce) {
    // Dedupes: an outage of days gets one timeline entry, not hundreds.
    const said = await latestInTimeline(trx, refund.order_id, lineOnce)
    if (said?.details.refund !== refund.id) addLine(held, lineOfRefund(refund, lineOnce))
  }
  if (closesAlert) closeRefundAlert(held, refund.id, closesAlert)
  if (opensAlert) openRefundAlert(held, refund, opensAlert)
  if (review) return openReview(held, refund, review)
  if (!fails) return refund
  const failed = endAsFailed(held, refund.id, fails)
  openRefundAlert(held, failed, { kind: 'refund_refused', ...reasonOf(fails) })
  // The policy may have another charge to refund.
  applyDerivedStatus(held)
  return failed
}

const read = async (work: RefundWork, refund: RefundRow, cause: ReadCause): Promise<Next> => {
  const { ctx, gateway, payment } = work
  if (cause.after === 'acceptance' && cause.answered?.transaction_id === payment.transaction_id) {
    const { latest } = await recordShown(work, refund, cause.answered)
    if (latest && isOver(latest)) return { refund: latest, effect: { do: 'end' } }
  }
  const id = payment.gateway_payment_id
  const answer = id === null ? undefined : await gateway.getPayment(Number(id))
  if (answer && answer.outcome !== 'found') {
    return runStep(work, refund, { of: 'read', cause, payment, found: answer })
  }
  const { refunds, hasOthers } = answer
    ? await recordShown(work, refund, answer.payment)
    : NOTHING_SHOWN
  const account = hasOthers ? await readingOfRefundEvents(ctx.db.query, refund.store_id) : undefined
  return runStep(work, refund, (held, latest) => ({
    of: 'read',
    cause,
    payment,
    found: {
      outcome: 'shown',
      reading: refunds && readingOf(held, latest, refunds),
      doubt: doubtBeforeSend(held, latest, account),
      mayEventFollow: mayEventFollow(held, latest),
      isFrozen: held.store?.frozen_at != null,
    },
  }))
}

interface ShownPayment {
  latest?: RefundRow | undefined
  refunds?: Pick<PaymentStatus, 'state' | 'refunded_minor'> | undefined
  hasOthers: boolean
}

const NOTHING_SHOWN: ShownPayment = { hasOthers: true }

const recordShown = async (
  { ctx, payment }: RefundWork,
  refund: RefundRow,
  shown: PaymentObject,
): Promise<ShownPayment> => {
  const observed = observePayment(shown)
  if (observed.kind === 'unreadable') {
    const log = orderLog(ctx.log, { id: payment.order_id, store_id: payment.store_id })
    log.error({ payment: payment.id, detail: observed.detail }, 'payment is unreadable')
    return NOTHING_SHOWN
  }
  const { derived, lacksRefundSum } = observed
  const hasSum = wasCharged(derived.state) && !lacksRefundSum
  return decideOrder(ctx, payment.order_id, (held) => {
    recordObservation(held, { paymentId: payment.id, observed, polled: payment })
    return {
      latest: held.refunds.find(({ id }) => id === refund.id),
      refunds: hasSum ? derived : undefined,
      hasOthers: held.refunds.some(({ origin }) => origin === 'portal'),
    }
  })
}

const readingOf = (
  held: HeldOrder,
  { payment_id, currency }: RefundRow,
  { state, refunded_minor }: Pick<PaymentStatus, 'state' | 'refunded_minor'>,
): RefundReading => ({
  at: held.now.toISOString(),
  state,
  refunded_amount: formatMinor(refunded_minor, currency),
  // A sum below the recorded one shows that the gateway lags: it explains nothing.
  is_explained: refunded_minor === paymentOf(held, payment_id).refunded_minor,
})

const send = async (
  work: RefundWork,
  refund: RefundRow,
  { transactionId, kind, isSettled }: Extract<RefundEffect, { do: 'send' }>,
): Promise<Next> => {
  const { gateway } = work
  const reason = refund.reason ?? undefined
  const amount = formatMinor(refund.amount_minor, refund.currency)
  const begin = repetitionWithoutReason(work, refund)
  const answer =
    kind === 'void'
      ? await gateway.voidTransaction(transactionId, reason, begin)
      : await gateway.refundTransaction(transactionId, { amount, reason }, begin)
  return runStep(work, refund, { of: 'send', isSettled, answer })
}

/**
 * Retries a void or refund without its refused reason within the same send: the first request had
 * no effect, so a lost response counts as one unanswered send. Records it once per refund.
 */
const repetitionWithoutReason =
  ({ ctx }: RefundWork, refund: RefundRow): BeginRetry =>
  (names) =>
    decideOrder(ctx, refund.order_id, async (held, trx) => {
      const latest = held.refunds.find(({ id }) => id === refund.id)
      const isOfThisTry = latest?.requested_at?.getTime() === refund.requested_at?.getTime()
      if (latest?.state !== 'requested' || !isOfThisTry) return undefined
      const { id, payment_id: paymentId } = refund
      const earlier = await latestInTimeline(trx, held.order.id, 'request_fields_refused')
      if (earlier?.details.refund !== id) noteRefusedFields(held, { names, paymentId, refund: id })
      return { idempotencyKey: id }
    })
