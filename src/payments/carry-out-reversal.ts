import type { PaymentObject } from '../contract/payment.ts'
import type { Failure } from '../gateway/outcomes.ts'
import type { ReversalRow } from '../ledger/ledger.ts'
import { findPayment } from '../ledger/payments.ts'
import { findReversal } from '../ledger/reversals.ts'
import { findStore } from '../ledger/stores.ts'
import type { ReversalRefusal } from '../ledger/tables/refunds.ts'
import { latestInTimeline } from '../ledger/timeline.ts'
import { formatMoney, moneyFromMinor } from '../platform/money.ts'
import { type PaymentsContext, REVERSAL_SIGNAL, WORK_SIGNAL } from './context.ts'
import { leaveToPerson, weighDoubt } from './refund-in-doubt.ts'
import {
  beginSend,
  endRefusedSend,
  endUnansweredSend,
  forgetSend,
  sendsAnswered,
} from './refund-sends.ts'
import {
  changeReversal,
  endOfLostTry,
  latestOf,
  mayBeDone,
  type ReversalWork,
  readPayment,
  recordShown,
} from './reversal-work.ts'
import { unansweredSends } from './rules/repeat-refund.ts'
import { isAsked, isOver } from './rules/reversal-states.ts'
import { noteReversal } from './settle-reversals.ts'
import { failedAtGateway, type TaskOutcome } from './task-outcome.ts'
import {
  refuseReversal,
  waitForPerson,
  waitForTransaction,
  waitForWindow,
  waitToBeShown,
} from './wait-with-reversal.ts'

/**
 * Gives money back at the gateway (design, flow 5): all of an untouched charge by a void, and by a
 * refund once the void is refused; a part by a refund. The intent was committed before. What the
 * gateway has accepted is never asked for again, whatever it shows; what it did not answer is, once,
 * by the rule of `decideRepeat`.
 */
export const carryOutReversal = async (
  ctx: PaymentsContext,
  { reversalId }: { reversalId: string },
): Promise<TaskOutcome> => {
  const reversal = await findReversal(ctx.ledger.query, reversalId)
  const payment = reversal && (await findPayment(ctx.ledger.query, reversal.payment_id))
  const store = payment && (await findStore(ctx.ledger.query, payment.store_id))
  if (!reversal || !payment || !store || isOver(reversal)) return DONE
  const gateway = ctx.gatewayOf(store, payment.order_id)
  const outcome = await tryOnce({ ctx, gateway, payment }, reversal)
  ctx.signals.send(REVERSAL_SIGNAL, reversalId)
  ctx.signals.send(WORK_SIGNAL)
  return outcome
}

interface Work extends ReversalWork {
  transactionId: string
}

const DONE: TaskOutcome = { outcome: 'done' }

const tryOnce = async (work: ReversalWork, known: ReversalRow): Promise<TaskOutcome> => {
  // Whoever sent it has died over it, or its try took too long.
  const reversal = known.state === 'requested' ? await endUnansweredSend(work, known) : known
  if (!reversal) return endOfLostTry(work, known)
  if (isAsked(reversal) || mayBeDone(reversal)) {
    const found = await findOut(work, reversal)
    if (found) return found
  }
  const { payment } = work
  if (payment.transaction_id === null) {
    const read = await readPayment(work)
    return read.outcome === 'read'
      ? waitForTransaction(work, reversal)
      : waitForPerson(work, reversal, read)
  }
  const asked = await beginSend(work, reversal, reversal.kind)
  if (!asked) return endOfLostTry(work, reversal)
  const ready = { ...work, transactionId: payment.transaction_id }
  if (asked.kind === 'refund') return refund(ready, asked, { isSettled: false })
  return voidWhole(ready, asked)
}

/** What became of an earlier try; `undefined` when it is to be sent, or sent once more. */
const findOut = async (
  work: ReversalWork,
  reversal: ReversalRow,
): Promise<TaskOutcome | undefined> => {
  const read = await readPayment(work)
  if (read.outcome !== 'read') return waitForPerson(work, reversal, read)
  const latest = await latestOf(work, reversal)
  if (isOver(latest)) return DONE
  if (latest.accepted_at || !read.shown) return waitToBeShown(work, latest)
  return weighDoubt(work, latest, read.shown)
}

const voidWhole = async (work: Work, reversal: ReversalRow): Promise<TaskOutcome> => {
  const answer = await work.gateway.voidTransaction(
    work.transactionId,
    reversal.reason ?? undefined,
  )
  switch (answer.outcome) {
    case 'accepted':
      return recordAccepted(work, reversal, answer.payment)
    case 'not-voidable': {
      // Settled, or somebody was first: the contract tells these apart by prose alone.
      const found = await lookAfterRefusal(work, reversal)
      if (found) return found
      const asked = await beginSend(work, reversal, 'refund')
      return asked ? refund(work, asked, { isSettled: true }) : endOfLostTry(work, reversal)
    }
    case 'rejected':
      return rejected(work, reversal, answer.words)
    default:
      return failed(work, reversal, answer)
  }
}

const refund = async (
  work: Work,
  reversal: ReversalRow,
  { isSettled }: { isSettled: boolean },
): Promise<TaskOutcome> => {
  const amount = formatMoney(moneyFromMinor(reversal.amount_minor, reversal.currency))
  const answer = await work.gateway.refundTransaction(work.transactionId, {
    amount,
    reason: reversal.reason ?? undefined,
  })
  switch (answer.outcome) {
    case 'accepted':
      return recordAccepted(work, reversal, answer.payment)
    case 'not-refundable': {
      const found = await lookAfterRefusal(work, reversal)
      const isProblem = isSettled || answer.isOfProcessor
      return found ?? waitForWindow(work, reversal, { words: answer.words, isProblem })
    }
    case 'amount-refused': {
      const found = await lookAfterRefusal(work, reversal)
      const refusal = { code: 'above_rest', words: answer.words } as const
      return found ?? end(work, reversal, refusal)
    }
    case 'rejected':
      return rejected(work, reversal, answer.words)
    default:
      return failed(work, reversal, answer)
  }
}

/**
 * 2xx: the gateway has done it. That is kept before anything else, and from then on it is only
 * asked how the payment stands, as the answer or a `GET` shows it.
 */
const recordAccepted = async (
  work: Work,
  reversal: ReversalRow,
  shown: PaymentObject | undefined,
): Promise<TaskOutcome> => {
  const { ctx } = work
  const now = ctx.clock.now()
  const accepted = await changeReversal(work, reversal, (latest) => ({
    state: 'accepted',
    accepted_at: now,
    refusal: null,
    needs_attention: null,
    sends: sendsAnswered(latest, reversal, 'accepted'),
  }))
  if (!accepted) return DONE
  if (shown?.transaction_id === work.transactionId) await recordShown(work, shown)
  if (isOver(await latestOf(work, accepted))) return DONE
  const read = await readPayment(work)
  const latest = await latestOf(work, accepted)
  if (isOver(latest)) return DONE
  await noteReversal(ctx.ledger.query, latest, { kind: 'reversal_accepted', now })
  return read.outcome === 'read' ? waitToBeShown(work, latest) : waitForPerson(work, latest, read)
}

const rejected = async (
  work: Work,
  reversal: ReversalRow,
  words: string[],
): Promise<TaskOutcome> => {
  const found = await lookAfterRefusal(work, reversal)
  return found ?? end(work, reversal, { code: 'refused_by_gateway', words })
}

/**
 * The gateway says no for good. To a repetition it may say so because it did the work the first
 * time, though it does not show that: then nobody but a person can tell.
 */
const end = async (
  work: Work,
  reversal: ReversalRow,
  refusal: ReversalRefusal,
): Promise<TaskOutcome> => {
  const latest = await latestOf(work, reversal)
  return mayBeDone(latest)
    ? leaveToPerson(work, latest, 'refused_unexplained')
    : refuseReversal(work, latest, refusal)
}

const failed = async (
  work: Work,
  reversal: ReversalRow,
  failure: Exclude<Failure, { outcome: 'refused' }>,
): Promise<TaskOutcome> => {
  if (failure.outcome !== 'unreachable') {
    const refused = await endRefusedSend(work, reversal)
    return refused ? waitForPerson(work, refused, failure) : endOfLostTry(work, reversal)
  }
  const latest =
    failure.effect === 'none'
      ? await forgetSend(work, reversal)
      : await endUnansweredSend(work, reversal)
  if (!latest) return endOfLostTry(work, reversal)
  const { query } = work.ctx.ledger
  const kind = 'reversal_unknown'
  // A gateway that is away for days is one line of the timeline, not hundreds.
  const noted = await latestInTimeline(query, reversal.order_id, kind)
  if (noted?.details.reversal !== reversal.id) {
    await noteReversal(query, latest, { kind, now: work.ctx.clock.now() })
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
  reversal: ReversalRow,
): Promise<TaskOutcome | undefined> => {
  const refused = await endRefusedSend(work, reversal)
  if (!refused) return endOfLostTry(work, reversal)
  const read = await readPayment(work)
  if (read.outcome !== 'read') return waitForPerson(work, refused, read)
  const latest = await latestOf(work, refused)
  if (isOver(latest)) return DONE
  return mayBeDone(latest) && !read.shown ? waitToBeShown(work, latest) : undefined
}
