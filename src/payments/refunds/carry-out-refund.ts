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
 * Makes a refund at the gateway (design, flow 5): a full refund of an untouched charge as a void,
 * then as a refund if the gateway refuses the void; a partial one as a refund. Each send follows a
 * committed intent and a read of the payment without evidence of an earlier refund
 * (`doubtOfRefund`). Never resends an accepted refund; retries an unanswered one once
 * (`decideRepeat`).
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
  // Another try began during the read: only one sends.
  if (read.refund.requested_at?.getTime() !== before.requested_at?.getTime()) return BUSY
  const { query } = given.ctx.db
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

/** Resolves an earlier send. `undefined`: send it, or retry. */
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
      // Settled, or already voided or refunded: only prose distinguishes these.
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

/** Commits the 2xx first; from here on Puente only polls the payment. */
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
 * The final refusal of a retry may mean that the first send succeeded unseen: an operator decides.
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

/** An outage of days is one timeline entry, not hundreds. */
const sayUnknownOnce = async (work: Work, refund: RefundRow): Promise<void> => {
  const kind = 'refund_unknown'
  const said = await latestInTimeline(work.ctx.db.query, refund.order_id, kind)
  if (said?.details.refund === refund.id) return
  await addLineAbout(work, refund, kind)
}

const addLineAbout = ({ ctx }: Work, refund: RefundRow, kind: TimelineKind): Promise<void> =>
  decideOrder(ctx, refund.order_id, (held) => addLine(held, lineOfRefund(refund, kind)))

/** New refunds after a refusal are the portal's, unless an earlier send of ours is unanswered. */
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
