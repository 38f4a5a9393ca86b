import { hondurasDayOf, startOfHondurasDay } from '../../../contract/honduras-time.ts'
import type { PaymentObject } from '../../../contract/payment.ts'
import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import type { RefundDoubt, RefundReading, RefundRefusal } from '../../../db/tables/refunds.ts'
import type { Failure, Unreachable } from '../../../gateway/outcomes.ts'
import type { RefundOutcome, VoidOutcome } from '../../../gateway/refunds.ts'
import { addMs, DAY, HOUR, MINUTE } from '../../../runtime/clock.ts'
import { unansweredSends } from '../../orders/rules/refunds/refund-states.ts'
import { canBeCancelledAfterDoubt } from './repeat-refund.ts'

export type ReadCause =
  | { after: 'start' }
  /** `answered`: the payment in the 2xx response. */
  | { after: 'acceptance'; answered: PaymentObject | undefined }
  | { after: 'not-voidable' }
  /** `isNoted`: the settlement window does not explain the refusal. */
  | { after: 'not-refundable'; words: string[]; isNoted: boolean }
  | { after: 'refusal'; refusal: RefundRefusal }

/** Facts at the time of a reading, under the order's lock. */
export interface ShownRefund {
  outcome: 'shown'
  /**
   * A refund missing here does not exist, unless the gateway lags. `undefined`: the response has no
   * sum, or is unreadable.
   */
  reading: RefundReading | undefined
  doubt: RefundDoubt | undefined
  /** The event of a portal refund may be in flight. */
  mayEventFollow: boolean
  /** A person froze the store: nothing is sent before the thaw. */
  isFrozen: boolean
}

export interface ReadAnswer {
  of: 'read'
  cause: ReadCause
  payment: Pick<PaymentRow, 'transaction_id' | 'paid_at'>
  found: ShownRefund | Failure
}

export interface SendAnswer {
  of: 'send'
  /** The gateway refused a void before, within this try. */
  isSettled: boolean
  answer: VoidOutcome | RefundOutcome
}

export type RefundAnswer =
  | ReadAnswer
  | SendAnswer
  /** The sender died, or its try timed out. */
  | { of: 'lost-send' }

/** Quotes the gateway; the alert puts a refusal of Puente's own in its reader's language. */
export interface AlertReason {
  words: readonly string[]
  refusal?: RefundRefusal['code']
}

/** Written under the order's lock, in this order. */
export interface RefundChange {
  row?: Partial<RefundRow>
  lines?: readonly ('refund_accepted' | 'refund_waiting')[]
  /** Timeline entry, unless the latest of its kind is of this refund. */
  lineOnce?: 'refund_unknown' | 'refund_not_sent'
  closesAlert?: 'refund_not_shown'
  opensAlert?: { kind: 'refund_not_accepted_yet' | 'refund_not_shown' } & AlertReason
  review?: RefundDoubt
  fails?: RefundRefusal
}

export type RefundEffect =
  | { do: 'read'; cause: ReadCause }
  | { do: 'send'; transactionId: string; kind: RefundRow['kind']; isSettled: boolean }
  /** `waitsMs`: a delay without the task's backoff. */
  | { do: 'wait'; detail: string; afterMs?: number; waitsMs?: readonly number[] }
  | { do: 'back-off'; failure: Unreachable }
  /** Another try is at work. */
  | { do: 'give-way' }
  | { do: 'end' }

export interface RefundStep {
  change: RefundChange
  effect: RefundEffect
}

export const unchanged = (effect: RefundEffect): RefundStep => ({ change: {}, effect })

/** Decides on the changed row, and returns both changes as one step. */
export const afterChange = (
  refund: RefundRow,
  row: Partial<RefundRow>,
  decide: (changed: RefundRow) => RefundStep,
): RefundStep => {
  const { change, effect } = decide({ ...refund, ...row })
  return { change: { ...change, row: { ...row, ...change.row } }, effect }
}

/** The thaw makes the task due. */
const THAW_POLL_MS = 15 * MINUTE

/** Waits for the thaw, without a limit of tries. */
export const waitForThaw = (): RefundStep =>
  unchanged({
    do: 'wait',
    detail: 'the store is frozen',
    afterMs: THAW_POLL_MS,
    waitsMs: [THAW_POLL_MS],
  })

/** Reports whether an unanswered send may have made the refund that the gateway refuses now. */
export const mayBeDone = ({ sends }: RefundRow): boolean => unansweredSends(sends).length > 0

export const isAccepted = ({
  state,
  accepted_at,
}: Pick<RefundRow, 'state' | 'accepted_at'>): boolean =>
  accepted_at !== null || state === 'accepted'

const GIVE_UP_AFTER_MS = 14 * DAY
/** Upper bound on the gateway's daily settlement. */
const SETTLES_WITHIN_MS = 15 * MINUTE
/** Period of short delays after the request, while the requester may be watching. */
const OFTEN_AT_FIRST_MS = 15 * MINUTE
/** Longest delay before the day's end, when a refund is rarely possible yet. */
const MEANWHILE_MS = 15 * MINUTE
/** Delays of readings: most refunds show immediately, some only with the event. */
const SHOWS_AFTER_MS = [MINUTE, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR]
/** The gateway retries events for less than two hours (6.5); after a day none arrives. */
const SHOWN_WITHIN_MS = DAY

const REFUSALS = {
  unauthorized: { code: 'key_refused', words: 'the gateway does not accept the key for this' },
  'not-found': {
    code: 'not_found_at_gateway',
    words: 'the gateway does not know the payment by this key',
  },
  refused: { code: 'unreadable_at_gateway', words: 'the gateway refuses to show the payment' },
} as const satisfies Record<string, { code: RefundRefusal['code']; words: string }>

const OWN_REFUSALS: ReadonlySet<RefundRefusal['code']> = new Set([
  ...Object.values(REFUSALS).map(({ code }) => code),
  'transaction_not_shown',
])

export const reasonOf = ({ code, words }: RefundRefusal): AlertReason =>
  OWN_REFUSALS.has(code) ? { words: [], refusal: code } : { words }

/**
 * Waits for an operator to correct a key that is invalid, lacks a right or does not know the
 * payment (5, 7). An uncertain refund stays uncertain.
 */
export const waitForCorrection = (refund: RefundRow, failure: Failure, now: Date): RefundStep => {
  if (failure.outcome === 'unreachable') return unchanged({ do: 'back-off', failure })
  const { code, words } = REFUSALS[failure.outcome]
  return waitForOperator(refund, { code, words: [words] }, now)
}

/** A void or refund needs the transaction id (4.5). */
export const waitForTransaction = (refund: RefundRow, now: Date): RefundStep => {
  const words = ['the gateway has shown no transaction of this payment']
  return waitForOperator(refund, { code: 'transaction_not_shown', words }, now)
}

const waitForOperator = (refund: RefundRow, refusal: RefundRefusal, now: Date): RefundStep => {
  const { words } = refusal
  const state = isAccepted(refund) ? 'accepted' : mayBeDone(refund) ? 'unknown' : 'waiting'
  const kind = state === 'waiting' ? 'refund_not_accepted_yet' : 'refund_not_shown'
  const opensAlert = { kind, ...reasonOf(refusal) } as const
  const change: RefundChange = { row: { state, refusal }, opensAlert }
  return waitOrFail(refund, refusal, {
    now,
    step: { change, effect: { do: 'wait', detail: words.join(' '), afterMs: HOUR } },
  })
}

/**
 * Only prose distinguishes a closed window from a processor refusal (4.7), unless the processor's
 * fields are present. Before settlement (the day's end, or a refused void) a refusal is normal;
 * later ones open an alert immediately. Retries for two weeks, because a late window looks like a
 * missing one.
 */
export const waitForWindow = (
  refund: RefundRow,
  { words, isNoted }: Extract<ReadCause, { after: 'not-refundable' }>,
  { paidAt, now }: { paidAt: Date | null; now: Date },
): RefundStep => {
  const isUnexplained = isNoted || now >= settlementOf(paidAt ?? now)
  const refusal: RefundRefusal = {
    code: 'not_refundable_yet',
    words,
    ...(isUnexplained ? { is_unexplained: true } : {}),
  }
  const change: RefundChange = {
    row: { state: 'waiting', refusal },
    closesAlert: 'refund_not_shown',
    ...(isUnexplained ? { opensAlert: { kind: 'refund_not_accepted_yet', words } } : {}),
  }
  const effect: RefundEffect = {
    do: 'wait',
    detail: `not refundable yet: ${words.join(' ')}`,
    afterMs: untilNextTry(now, { paidAt, since: refund.created_at }),
    // No backoff: the window opens regardless of tries.
    waitsMs: [0],
  }
  return waitOrFail(refund, refusal, { now, step: { change, effect } })
}

/** Records why a refund cannot proceed. After two weeks in `waiting` it fails. */
const waitOrFail = (
  refund: RefundRow,
  refusal: RefundRefusal,
  { now, step: { change, effect } }: { now: Date; step: RefundStep },
): RefundStep => {
  const isTooLong = now > addMs(refund.created_at, GIVE_UP_AFTER_MS)
  if (change.row?.state === 'waiting' && isTooLong) {
    const code = refusal.code === 'not_refundable_yet' ? 'refused_by_gateway' : refusal.code
    return { change: { fails: { ...refusal, code } }, effect: { do: 'end' } }
  }
  const isNew = refund.refusal?.code !== refusal.code
  return { change: { ...change, lines: isNew ? ['refund_waiting'] : [] }, effect }
}

/**
 * Returns the delay of the next try. The window opens at an undocumented time (4.7), usually with
 * the day's settlement. Retries every minute shortly after the request and after the day's end,
 * rarely before it, then hourly for two days, then daily.
 */
const untilNextTry = (
  now: Date,
  { paidAt, since }: { paidAt: Date | null; since: Date },
): number => {
  const ageMs = now.getTime() - since.getTime()
  const sinceDayMs = now.getTime() - endOfHondurasDay(paidAt ?? now).getTime()
  if (ageMs < OFTEN_AT_FIRST_MS) return MINUTE
  if (sinceDayMs < 0) return Math.min(MEANWHILE_MS, -sinceDayMs)
  if (sinceDayMs < 2 * SETTLES_WITHIN_MS) return MINUTE
  return ageMs < 2 * DAY ? HOUR : DAY
}

/** Shortly after the end of the Honduras day (3). */
const settlementOf = (paidAt: Date): Date => addMs(endOfHondurasDay(paidAt), SETTLES_WITHIN_MS)

const endOfHondurasDay = (instant: Date): Date =>
  addMs(startOfHondurasDay(hondurasDayOf(instant)) ?? instant, DAY)

/** Waits until an event or a reading shows a refund that may exist. */
export const waitToBeShown = (refund: RefundRow, now: Date): RefundStep => {
  const detail = isAccepted(refund)
    ? 'the gateway accepted it, and its payment does not show it yet'
    : "the gateway's answer was lost, and the payment does not show the outcome"
  if (now < showsUntil(refund)) {
    return unchanged({ do: 'wait', detail, waitsMs: SHOWS_AFTER_MS })
  }
  return {
    change: { opensAlert: { kind: 'refund_not_shown', words: [detail] } },
    effect: { do: 'wait', detail, afterMs: 6 * HOUR },
  }
}

/** Reports whether an operator may cancel a sent refund, after a search. */
export const isOverdueToBeShown = (refund: RefundRow, now: Date): boolean => {
  if (refund.needs_attention && canBeCancelledAfterDoubt(refund.sends, now)) return true
  const isUncertain = refund.state === 'accepted' || refund.state === 'unknown'
  return isUncertain && now >= showsUntil(refund)
}

const showsUntil = ({ accepted_at, requested_at, created_at }: RefundRow): Date =>
  addMs(accepted_at ?? requested_at ?? created_at, SHOWN_WITHIN_MS)
