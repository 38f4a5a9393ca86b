import type { PaymentObject } from '../../contract/payment.ts'
import type { RefundRow } from '../../db/db.ts'
import { findPayment } from '../../db/payments.ts'
import { readingOfRefundEvents } from '../../db/refund-event-reading.ts'
import { findRefund } from '../../db/refunds.ts'
import { findStore } from '../../db/stores.ts'
import type { RefundRefusal } from '../../db/tables/refunds.ts'
import { latestInTimeline, type TimelineKind } from '../../db/timeline.ts'
import type { RefundId } from '../../domain/ids.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { addLine } from '../orders/change-held.ts'
import { decideOrder } from '../orders/held-order.ts'
import { lineOfRefund } from '../orders/refund-transitions.ts'
import { isAsked, isOver, unansweredSends } from '../orders/rules/refund-states.ts'
import { type PaymentsContext, REFUND_SIGNAL } from '../ports/context.ts'
import { failedAtGateway, type TaskOutcome } from '../ports/task-outcome.ts'
import { leaveToPerson, weighDoubt } from './refund-in-doubt.ts'
import {
  beginSend,
  endAcceptedSend,
  endRefusedSend,
  endUnansweredSend,
  forgetSend,
} from './refund-sends.ts'
import {
  BUSY,
  DONE,
  endWith,
  mayBeDone,
  type RefundWork,
  readPayment,
  recordShown,
  type ShownPayment,
  type Step,
} from './refund-work.ts'
import { refuseRefund } from './refuse-refund.ts'
import { repetitionWithoutReason } from './repeat-without-reason.ts'
import { waitForPerson, waitForTransaction } from './wait-for-person.ts'
import { waitForWindow } from './wait-for-window.ts'
import { waitToBeShown } from './wait-to-be-shown.ts'

/**
 * Makes a refund at the gateway (design, flow 5): all of an untouched charge by a void, and by a refund
 * once the gateway refuses the void; a part by a refund. A committed intent precedes it. Every send
 * follows a read of the payment, and happens only without evidence that the money was already refunded
 * (`doubtOfRefund`). Puente never resends an accepted refund, and retries a send without an answer once,
 * by the rule of `decideRepeat`. `orders/rules/refund-states.ts` draws the states.
 */
export const carryOutRefund = async (
  ctx: PaymentsContext,
  { refundId }: { refundId: RefundId },
): Promise<TaskOutcome> => {
  const refund = await findRefund(ctx.db.query, refundId)
  const payment = refund && (await findPayment(ctx.db.query, refund.payment_id))
  const store = payment && (await findStore(ctx.db.query, payment.store_id))
  if (!refund || !payment || !store || isOver(refund)) return DONE
  const gateway = ctx.gatewayOf(store, payment.order_id)
  const outcome = await tryOnce({ ctx, gateway, payment }, refund)
  ctx.signals.send(REFUND_SIGNAL, refundId)
  return outcome
}

interface Work extends RefundWork {
  transactionId: string
}

const tryOnce = async (given: RefundWork, known: RefundRow): Promise<TaskOutcome> => {
  // The sender died, or its try timed out.
  const left = known.state === 'requested' ? await endUnansweredSend(given, known) : undefined
  if (left?.next === 'end') return left.outcome
  const before = left?.refund ?? known
  const read = await readPayment(given, before)
  if (read.outcome !== 'shown') return waitForPerson(given, before, read)
  if (isOver(read.refund)) return DONE
  // Another try began while this one read: only one of them sends.
  if (read.refund.requested_at?.getTime() !== before.requested_at?.getTime()) return BUSY
  const { query } = given.ctx.db
  // Only other refunds make the reading matter.
  const reading = read.hasOthers ? await readingOfRefundEvents(query, known.store_id) : undefined
  const work = { ...given, reading }
  const found = await findOut(work, read)
  if (found) return found
  const { transaction_id: transactionId } = work.payment
  if (transactionId === null) return waitForTransaction(work, read.refund)
  const begun = await beginSend(work, read.refund, read.refund.kind)
  if (begun.next === 'end') return begun.outcome
  const ready = { ...work, transactionId }
  return begun.refund.kind === 'void'
    ? sendVoid(ready, begun.refund)
    : sendRefund(ready, begun.refund, { isSettled: false })
}

/** Finds the outcome of an earlier send. `undefined`: send the refund, or retry it. */
const findOut = async (
  work: RefundWork,
  { refund, refunds }: ShownPayment,
): Promise<TaskOutcome | undefined> => {
  if (!isAsked(refund) && !mayBeDone(refund)) return undefined
  if (refund.accepted_at || !refunds) return waitToBeShown(work, refund)
  return weighDoubt(work, refund, refunds)
}

const sendVoid = async (work: Work, refund: RefundRow): Promise<TaskOutcome> => {
  const answer = await work.gateway.voidTransaction(
    work.transactionId,
    refund.reason ?? undefined,
    repetitionWithoutReason(work, refund),
  )
  switch (answer.outcome) {
    case 'accepted':
      return recordAccepted(work, refund, answer.payment)
    case 'not-voidable': {
      // Settled, or somebody was first: the contract tells these apart by prose alone.
      const left = await refreshAfterRefusal(work, refund)
      if (left.next === 'end') return left.outcome
      const begun = await beginSend(work, left.refund, 'refund')
      return begun.next === 'end'
        ? begun.outcome
        : sendRefund(work, begun.refund, { isSettled: true })
    }
    case 'rejected':
      return endAsRefused(work, refund, { code: 'refused_by_gateway', words: answer.words })
    default:
      return endFailedSend(work, refund, answer)
  }
}

const sendRefund = async (
  work: Work,
  refund: RefundRow,
  { isSettled }: { isSettled: boolean },
): Promise<TaskOutcome> => {
  const amount = formatMoney(moneyFromMinor(refund.amount_minor, refund.currency))
  const asked = { amount, reason: refund.reason ?? undefined }
  const answer = await work.gateway.refundTransaction(
    work.transactionId,
    asked,
    repetitionWithoutReason(work, refund),
  )
  switch (answer.outcome) {
    case 'accepted':
      return recordAccepted(work, refund, answer.payment)
    case 'not-refundable': {
      const left = await refreshAfterRefusal(work, refund)
      if (left.next === 'end') return left.outcome
      const isNoted = isSettled || answer.isOfProcessor
      return waitForWindow(work, left.refund, { words: answer.words, isNoted })
    }
    case 'amount-refused':
      return endAsRefused(work, refund, { code: 'above_rest', words: answer.words })
    case 'rejected':
      return endAsRefused(work, refund, { code: 'refused_by_gateway', words: answer.words })
    default:
      return endFailedSend(work, refund, answer)
  }
}

/**
 * 2xx: the gateway has made it. That is kept before anything else, and from then on it is only asked
 * how the payment stands, as the answer or a `GET` shows it.
 */
const recordAccepted = async (
  work: Work,
  refund: RefundRow,
  answered: PaymentObject | undefined,
): Promise<TaskOutcome> => {
  const accepted = await endAcceptedSend(work, refund)
  if (accepted.next === 'end') return accepted.outcome
  const isWhole = answered?.transaction_id === work.transactionId
  const shown = isWhole ? await recordShown(work, accepted.refund, answered) : accepted
  if (isOver(shown.refund)) return DONE
  const read = await readPayment(work, shown.refund)
  const latest = read.outcome === 'shown' ? read.refund : shown.refund
  if (isOver(latest)) return DONE
  await addLineAbout(work, latest, 'refund_accepted')
  return read.outcome === 'shown' ? waitToBeShown(work, latest) : waitForPerson(work, latest, read)
}

/**
 * The gateway says no for good. To a repetition it may say so because it did the work the first time,
 * though it does not show that: then nobody but a person can tell.
 */
const endAsRefused = async (
  work: Work,
  refund: RefundRow,
  refusal: RefundRefusal,
): Promise<TaskOutcome> => {
  const left = await refreshAfterRefusal(work, refund)
  if (left.next === 'end') return left.outcome
  return mayBeDone(left.refund)
    ? leaveToPerson(work, left.refund, 'refused_unexplained')
    : refuseRefund(work, left.refund, refusal)
}

/** The gateway did not answer, or not to us: nothing is known of the refund, or nothing was sent. */
const endFailedSend = async (
  work: Work,
  refund: RefundRow,
  failure: Exclude<Failure, { outcome: 'refused' }>,
): Promise<TaskOutcome> => {
  if (failure.outcome !== 'unreachable') {
    const ended = await endRefusedSend(work, refund)
    return ended.next === 'end' ? ended.outcome : waitForPerson(work, ended.refund, failure)
  }
  const endSend = failure.effect === 'none' ? forgetSend : endUnansweredSend
  const ended = await endSend(work, refund)
  if (ended.next === 'end') return ended.outcome
  await sayUnknownOnce(work, ended.refund)
  return unansweredSends(ended.refund.sends).length > 1
    ? leaveToPerson(work, ended.refund, 'unanswered_twice')
    : failedAtGateway(failure)
}

/** A gateway that is away for days is one line of the timeline, not hundreds. */
const sayUnknownOnce = async (work: Work, refund: RefundRow): Promise<void> => {
  const kind = 'refund_unknown'
  const said = await latestInTimeline(work.ctx.db.query, refund.order_id, kind)
  if (said?.details.refund === refund.id) return
  await addLineAbout(work, refund, kind)
}

const addLineAbout = ({ ctx }: Work, refund: RefundRow, kind: TimelineKind): Promise<void> =>
  decideOrder(ctx, refund.order_id, (held) => addLine(held, lineOfRefund(refund, kind)))

/**
 * Ends a refused send and reads the payment. What it shows then is somebody else's doing, unless an
 * earlier try of ours got no answer.
 */
const refreshAfterRefusal = async (work: Work, refund: RefundRow): Promise<Step> => {
  const ended = await endRefusedSend(work, refund)
  if (ended.next === 'end') return ended
  const read = await readPayment(work, ended.refund)
  if (read.outcome !== 'shown') return endWith(await waitForPerson(work, ended.refund, read))
  if (isOver(read.refund)) return endWith(DONE)
  const isUnsure = mayBeDone(read.refund) && !read.refunds
  return isUnsure
    ? endWith(await waitToBeShown(work, read.refund))
    : { next: 'go-on', refund: read.refund }
}
