import type { PaymentObject } from '../../contract/payment.ts'
import type { RefundRow } from '../../db/db.ts'
import { findPayment } from '../../db/payments.ts'
import { findRefund } from '../../db/refunds.ts'
import { findStore } from '../../db/stores.ts'
import type { RefundRefusal } from '../../db/tables/refunds.ts'
import { latestInTimeline } from '../../db/timeline.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { type PaymentsContext, REFUND_SIGNAL, WORK_SIGNAL } from '../context.ts'
import { recordRefundStep } from '../orders/match-refunds.ts'
import { isAsked, isOver } from '../orders/rules/refund-states.ts'
import { failedAtGateway, type TaskOutcome } from '../task-outcome.ts'
import { leaveToPerson, weighDoubt } from './refund-in-doubt.ts'
import {
  beginSend,
  endRefusedSend,
  endUnansweredSend,
  forgetSend,
  sendsAnswered,
} from './refund-sends.ts'
import {
  changeRefund,
  endOfLostTry,
  latestOf,
  mayBeDone,
  type RefundWork,
  readPayment,
  recordShown,
} from './refund-work.ts'
import { unansweredSends } from './rules/repeat-refund.ts'
import {
  refuseRefund,
  waitForPerson,
  waitForTransaction,
  waitForWindow,
  waitToBeShown,
} from './wait-with-refund.ts'

/**
 * Gives money back at the gateway (design, flow 5): all of an untouched charge by a void, and by a
 * refund once the void is refused; a part by a refund. The intent was committed before. What the
 * gateway has accepted is never asked for again, whatever it shows; what it did not answer is, once,
 * by the rule of `decideRepeat`.
 */
export const carryOutRefund = async (
  ctx: PaymentsContext,
  { refundId }: { refundId: string },
): Promise<TaskOutcome> => {
  const refund = await findRefund(ctx.db.query, refundId)
  const payment = refund && (await findPayment(ctx.db.query, refund.payment_id))
  const store = payment && (await findStore(ctx.db.query, payment.store_id))
  if (!refund || !payment || !store || isOver(refund)) return DONE
  const gateway = ctx.gatewayOf(store, payment.order_id)
  const outcome = await tryOnce({ ctx, gateway, payment }, refund)
  ctx.signals.send(REFUND_SIGNAL, refundId)
  ctx.signals.send(WORK_SIGNAL)
  return outcome
}

interface Work extends RefundWork {
  transactionId: string
}

const DONE: TaskOutcome = { outcome: 'done' }

const tryOnce = async (work: RefundWork, known: RefundRow): Promise<TaskOutcome> => {
  // Whoever sent it has died over it, or its try took too long.
  const refund = known.state === 'requested' ? await endUnansweredSend(work, known) : known
  if (!refund) return endOfLostTry(work, known)
  if (isAsked(refund) || mayBeDone(refund)) {
    const found = await findOut(work, refund)
    if (found) return found
  }
  const { payment } = work
  if (payment.transaction_id === null) {
    const read = await readPayment(work)
    return read.outcome === 'read'
      ? waitForTransaction(work, refund)
      : waitForPerson(work, refund, read)
  }
  const asked = await beginSend(work, refund, refund.kind)
  if (!asked) return endOfLostTry(work, refund)
  const ready = { ...work, transactionId: payment.transaction_id }
  if (asked.kind === 'refund') return refundPart(ready, asked, { isSettled: false })
  return voidWhole(ready, asked)
}

/** What became of an earlier try; `undefined` when it is to be sent, or sent once more. */
const findOut = async (work: RefundWork, refund: RefundRow): Promise<TaskOutcome | undefined> => {
  const read = await readPayment(work)
  if (read.outcome !== 'read') return waitForPerson(work, refund, read)
  const latest = await latestOf(work, refund)
  if (isOver(latest)) return DONE
  if (latest.accepted_at || !read.shown) return waitToBeShown(work, latest)
  return weighDoubt(work, latest, read.shown)
}

const voidWhole = async (work: Work, refund: RefundRow): Promise<TaskOutcome> => {
  const answer = await work.gateway.voidTransaction(work.transactionId, refund.reason ?? undefined)
  switch (answer.outcome) {
    case 'accepted':
      return recordAccepted(work, refund, answer.payment)
    case 'not-voidable': {
      // Settled, or somebody was first: the contract tells these apart by prose alone.
      const found = await lookAfterRefusal(work, refund)
      if (found) return found
      const asked = await beginSend(work, refund, 'refund')
      return asked ? refundPart(work, asked, { isSettled: true }) : endOfLostTry(work, refund)
    }
    case 'rejected':
      return rejected(work, refund, answer.words)
    default:
      return failed(work, refund, answer)
  }
}

const refundPart = async (
  work: Work,
  refund: RefundRow,
  { isSettled }: { isSettled: boolean },
): Promise<TaskOutcome> => {
  const amount = formatMoney(moneyFromMinor(refund.amount_minor, refund.currency))
  const answer = await work.gateway.refundTransaction(work.transactionId, {
    amount,
    reason: refund.reason ?? undefined,
  })
  switch (answer.outcome) {
    case 'accepted':
      return recordAccepted(work, refund, answer.payment)
    case 'not-refundable': {
      const found = await lookAfterRefusal(work, refund)
      const isProblem = isSettled || answer.isOfProcessor
      return found ?? waitForWindow(work, refund, { words: answer.words, isProblem })
    }
    case 'amount-refused': {
      const found = await lookAfterRefusal(work, refund)
      const refusal = { code: 'above_rest', words: answer.words } as const
      return found ?? end(work, refund, refusal)
    }
    case 'rejected':
      return rejected(work, refund, answer.words)
    default:
      return failed(work, refund, answer)
  }
}

/**
 * 2xx: the gateway has done it. That is kept before anything else, and from then on it is only
 * asked how the payment stands, as the answer or a `GET` shows it.
 */
const recordAccepted = async (
  work: Work,
  refund: RefundRow,
  shown: PaymentObject | undefined,
): Promise<TaskOutcome> => {
  const { ctx } = work
  const now = ctx.clock.now()
  const accepted = await changeRefund(work, refund, (latest) => ({
    state: 'accepted',
    accepted_at: now,
    refusal: null,
    needs_attention: null,
    sends: sendsAnswered(latest, refund, 'accepted'),
  }))
  if (!accepted) return DONE
  if (shown?.transaction_id === work.transactionId) await recordShown(work, shown)
  if (isOver(await latestOf(work, accepted))) return DONE
  const read = await readPayment(work)
  const latest = await latestOf(work, accepted)
  if (isOver(latest)) return DONE
  await recordRefundStep(ctx.db.query, latest, { kind: 'refund_accepted', now })
  return read.outcome === 'read' ? waitToBeShown(work, latest) : waitForPerson(work, latest, read)
}

const rejected = async (work: Work, refund: RefundRow, words: string[]): Promise<TaskOutcome> => {
  const found = await lookAfterRefusal(work, refund)
  return found ?? end(work, refund, { code: 'refused_by_gateway', words })
}

/**
 * The gateway says no for good. To a repetition it may say so because it did the work the first
 * time, though it does not show that: then nobody but a person can tell.
 */
const end = async (work: Work, refund: RefundRow, refusal: RefundRefusal): Promise<TaskOutcome> => {
  const latest = await latestOf(work, refund)
  return mayBeDone(latest)
    ? leaveToPerson(work, latest, 'refused_unexplained')
    : refuseRefund(work, latest, refusal)
}

const failed = async (
  work: Work,
  refund: RefundRow,
  failure: Exclude<Failure, { outcome: 'refused' }>,
): Promise<TaskOutcome> => {
  if (failure.outcome !== 'unreachable') {
    const refused = await endRefusedSend(work, refund)
    return refused ? waitForPerson(work, refused, failure) : endOfLostTry(work, refund)
  }
  const latest =
    failure.effect === 'none'
      ? await forgetSend(work, refund)
      : await endUnansweredSend(work, refund)
  if (!latest) return endOfLostTry(work, refund)
  const { query } = work.ctx.db
  const kind = 'refund_unknown'
  // A gateway that is away for days is one line of the timeline, not hundreds.
  const noted = await latestInTimeline(query, refund.order_id, kind)
  if (noted?.details.refund !== refund.id) {
    await recordRefundStep(query, latest, { kind, now: work.ctx.clock.now() })
  }
  if (unansweredSends(latest.sends).length > 1) {
    return leaveToPerson(work, latest, 'unanswered_twice')
  }
  return failedAtGateway(failure)
}

/**
 * Reads the payment after a refusal. What it shows then is somebody else's doing, unless an earlier
 * try of ours got no answer. Returns how the task ends, if it ends here.
 */
const lookAfterRefusal = async (
  work: Work,
  refund: RefundRow,
): Promise<TaskOutcome | undefined> => {
  const refused = await endRefusedSend(work, refund)
  if (!refused) return endOfLostTry(work, refund)
  const read = await readPayment(work)
  if (read.outcome !== 'read') return waitForPerson(work, refused, read)
  const latest = await latestOf(work, refused)
  if (isOver(latest)) return DONE
  return mayBeDone(latest) && !read.shown ? waitToBeShown(work, latest) : undefined
}
