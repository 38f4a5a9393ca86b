import type { RefundRow } from '../../../db/db.ts'
import type { RefundDoubt, RefundRefusal, RefundSend } from '../../../db/tables/refunds.ts'
import type { Unreachable } from '../../../gateway/outcomes.ts'
import { HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { awaitsApproval } from '../../orders/rules/refunds/approval.ts'
import { DOUBT_WORDS } from '../../orders/rules/refunds/doubt-of-refund.ts'
import {
  isOver,
  mayBeAtGateway,
  unansweredSends,
} from '../../orders/rules/refunds/refund-states.ts'
import {
  afterChange,
  isAccepted,
  mayBeDone,
  type ReadAnswer,
  type ReadCause,
  type RefundAnswer,
  type RefundEffect,
  type RefundStep,
  type SendAnswer,
  type ShownRefund,
  unchanged,
  waitForCorrection,
  waitForThaw,
  waitForTransaction,
  waitForWindow,
  waitToBeShown,
} from './refund-step.ts'
import { decideRetry } from './repeat-refund.ts'

const EVENT_FOLLOWS_MS = 3 * SECOND
/** Hourly readings before polling slows down; a refund may show even later. */
const READINGS_KEPT = 12
const SHOWS_RARELY_MS = 6 * HOUR

interface Sent {
  sentAt: Date | null
  now: Date
}

/**
 * Decides the next step of a refund from one answer and its latest row. Each send follows a reading
 * without evidence of an earlier refund. Never begins a send while another is in flight or
 * accepted; an acceptance always counts. Retries an unanswered send once (`decideRetry`).
 *
 * A process that seems dead may still run, so two tries can overlap. `sentAt` is the last send that
 * this try knows: if the row has another one, this try is stale.
 */
export const nextStep = (
  refund: RefundRow,
  answer: RefundAnswer,
  { sentAt, now }: Sent,
): RefundStep => {
  if (isOver(refund) || awaitsApproval(refund)) return unchanged({ do: 'end' })
  const isOtherTry = refund.requested_at?.getTime() !== sentAt?.getTime()
  const isAcceptance = answer.of === 'send' && answer.answer.outcome === 'accepted'
  if (isOtherTry && !isAcceptance) return unchanged({ do: 'give-way' })
  switch (answer.of) {
    case 'lost-send': {
      const isInFlight = refund.state === 'requested'
      const change = isInFlight ? { row: unanswered(refund, { sentAt, now }) } : {}
      return { change, effect: { do: 'read', cause: { after: 'start' } } }
    }
    case 'send':
      return afterSend(refund, answer, { sentAt, now })
    case 'read':
      return afterRead(refund, answer, now)
  }
}

const afterSend = (
  refund: RefundRow,
  { answer, isSettled }: SendAnswer,
  { sentAt, now }: Sent,
): RefundStep => {
  const refused = withoutSend(refund, sendsAnswered(refund, sentAt, { answer: 'refused' }))
  const readAfter = (cause: ReadCause): RefundStep => ({
    change: { row: refused },
    effect: { do: 'read', cause },
  })
  const readAfterRefusal = (refusal: RefundRefusal) => readAfter({ after: 'refusal', refusal })
  switch (answer.outcome) {
    case 'accepted':
      return {
        change: {
          row: {
            state: 'accepted',
            accepted_at: now,
            refusal: null,
            needs_attention: null,
            sends: sendsAnswered(refund, sentAt, { answer: 'accepted' }),
          },
        },
        effect: { do: 'read', cause: { after: 'acceptance', answered: answer.payment } },
      }
    // The charge is settled, or already voided or refunded: only prose distinguishes these.
    case 'not-voidable':
      return readAfter({ after: 'not-voidable' })
    case 'not-refundable': {
      const isNoted = isSettled || answer.isOfProcessor
      return readAfter({ after: 'not-refundable', words: answer.words, isNoted })
    }
    case 'amount-refused':
      return readAfterRefusal({ code: 'above_rest', words: answer.words })
    case 'rejected':
      return readAfterRefusal({ code: 'refused_by_gateway', words: answer.words })
    case 'unreachable':
      return afterNoAnswer(refund, answer, { sentAt, now })
    default:
      return afterChange(refund, refused, (changed) => waitForCorrection(changed, answer, now))
  }
}

/** Drops a send that never reached the gateway or was rate limited. */
const afterNoAnswer = (
  refund: RefundRow,
  failure: Unreachable,
  { sentAt, now }: Sent,
): RefundStep => {
  const others = refund.sends.filter(({ at }) => at !== sentAt?.toISOString())
  const isDropped = failure.effect === 'none'
  const row = isDropped ? withoutSend(refund, others) : unanswered(refund, { sentAt, now })
  return afterChange(refund, row, (changed) => {
    const isTwice = unansweredSends(changed.sends).length > 1 && !isAccepted(changed)
    const { change, effect } = isTwice
      ? review(changed, 'unanswered_twice', now)
      : unchanged({ do: 'back-off', failure })
    const lineOnce = mayBeDone(changed) ? 'refund_unknown' : 'refund_not_sent'
    return { change: { ...change, lineOnce }, effect }
  })
}

const afterRead = (
  refund: RefundRow,
  { cause, found, payment }: ReadAnswer,
  now: Date,
): RefundStep => {
  const isShown = found.outcome === 'shown'
  if (cause.after === 'acceptance') {
    const step = isShown ? waitToBeShown(refund, now) : waitForCorrection(refund, found, now)
    const { change, effect } = step
    return { change: { ...change, lines: ['refund_accepted', ...(change.lines ?? [])] }, effect }
  }
  if (refund.state === 'requested') return unchanged({ do: 'give-way' })
  if (!isShown) return waitForCorrection(refund, found, now)
  if (isAccepted(refund)) return waitToBeShown(refund, now)
  const isUncertain = mayBeAtGateway(refund) || mayBeDone(refund)
  if (isUncertain && !found.reading) return waitToBeShown(refund, now)
  const { transaction_id: transactionId } = payment
  switch (cause.after) {
    case 'start': {
      const send = { transactionId, kind: refund.kind, isSettled: false, now }
      return isUncertain ? weighDoubt(refund, found, send) : beginSend(refund, found, send)
    }
    case 'not-voidable':
      return beginSend(refund, found, { transactionId, kind: 'refund', isSettled: true, now })
    case 'not-refundable':
      return waitForWindow(refund, cause, { paidAt: payment.paid_at, now })
    case 'refusal':
      // The refusal of a retry may mean that the first send succeeded unseen.
      return mayBeDone(refund)
        ? review(refund, 'refused_unexplained', now)
        : { change: { fails: cause.refusal }, effect: { do: 'end' } }
  }
}

interface Send {
  transactionId: string | null
  kind: RefundSend['kind']
  isSettled: boolean
  now: Date
}

/** Decides whether to repeat a send when the payment lacks its refund. */
const weighDoubt = (refund: RefundRow, found: ShownRefund, send: Send): RefundStep => {
  const { reading, doubt, mayEventFollow } = found
  const { now } = send
  const readings = [...refund.readings, ...(reading ? [reading] : [])].slice(-READINGS_KEPT)
  return afterChange(refund, { readings }, (weighed) => {
    const because = weighed.needs_attention ?? doubt
    if (because) return review(weighed, because, now, mayEventFollow)
    const decided = decideRetry({ sends: weighed.sends, readings, now })
    switch (decided.decision) {
      case 'repeat':
        return beginSend(weighed, found, send)
      case 'needs-attention':
        return review(weighed, 'unanswered_twice', now)
      case 'read-again': {
        const detail = 'it got no answer, and the payment does not show it'
        return unchanged(readAgain(detail, decided.afterMs))
      }
    }
  })
}

/** Begins a send, or holds a refund that may exist already for an operator. */
const beginSend = (
  refund: RefundRow,
  { doubt, mayEventFollow, isFrozen }: ShownRefund,
  { transactionId, kind, isSettled, now }: Send,
): RefundStep => {
  if (transactionId === null) return waitForTransaction(refund, now)
  if (unansweredSends(refund.sends).length > 1) return review(refund, 'unanswered_twice', now)
  if (doubt) return review(refund, doubt, now, mayEventFollow)
  if (isFrozen) return waitForThaw()
  // Refused sends prove nothing, and two weeks of tries would accumulate.
  const kept = refund.sends.filter(({ answer }) => answer !== 'refused')
  return {
    change: {
      row: {
        kind,
        state: 'requested',
        needs_attention: null,
        requested_at: now,
        sends: [...kept, { at: now.toISOString(), kind, answer: null }],
      },
      closesAlert: refund.needs_attention ? 'refund_not_shown' : undefined,
    },
    effect: { do: 'send', transactionId, kind, isSettled },
  }
}

/**
 * Makes a refund wait for an operator and keeps polling: an event may explain it, or it may show.
 */
const review = (
  { needs_attention, sends, created_at }: RefundRow,
  because: RefundDoubt,
  now: Date,
  mayEventFollow = false,
): RefundStep => {
  if (because === 'changed_unexplained' && mayEventFollow) {
    const detail = 'the event of another refund may be on its way'
    return unchanged(readAgain(detail, EVENT_FOLLOWS_MS))
  }
  const sinceMs = now.getTime() - (Date.parse(sends.at(-1)?.at ?? '') || created_at.getTime())
  const isOld = sinceMs > READINGS_KEPT * HOUR
  const afterMs = needs_attention === null ? MINUTE : isOld ? SHOWS_RARELY_MS : HOUR
  return { change: { review: because }, effect: readAgain(DOUBT_WORDS[because], afterMs) }
}

const readAgain = (detail: string, afterMs: number): RefundEffect => ({
  do: 'wait',
  detail,
  afterMs,
  waitsMs: [afterMs],
})

/** Columns of a refund after a send without a conclusive response. Readings restart. */
const unanswered = (refund: RefundRow, { sentAt, now }: Sent): Partial<RefundRow> => ({
  state: isAccepted(refund) ? 'accepted' : 'unknown',
  sends: sendsAnswered(refund, sentAt, { answer: 'none', given_up_at: now.toISOString() }),
  readings: [],
})

/**
 * Columns of a refund without this send: `pending` again, or `unknown` after an earlier unanswered
 * one.
 */
const withoutSend = (refund: RefundRow, sends: RefundSend[]): Partial<RefundRow> => ({
  state: isAccepted(refund) ? 'accepted' : mayBeDone({ ...refund, sends }) ? 'unknown' : 'pending',
  sends,
})

const sendsAnswered = (
  { sends }: RefundRow,
  sentAt: Date | null,
  answered: Pick<RefundSend, 'answer' | 'given_up_at'>,
): RefundSend[] =>
  sends.map((send) => (send.at === sentAt?.toISOString() ? { ...send, ...answered } : send))
