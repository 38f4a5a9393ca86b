import type { PaymentObject } from '../../../contract/payment.ts'
import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import type { RefundDoubt, RefundReading, RefundRefusal } from '../../../db/tables/refunds.ts'
import type { Failure, Unreachable } from '../../../gateway/outcomes.ts'
import type { RefundOutcome, VoidOutcome } from '../../../gateway/refunds.ts'
import { unansweredSends } from '../../orders/rules/refunds/refund-states.ts'

/** Why a try reads the payment. */
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

/** What a step writes under the order's lock, in this order. */
export interface RefundChange {
  row?: Partial<RefundRow>
  /** Timeline entries. */
  lines?: readonly ('refund_accepted' | 'refund_waiting')[]
  /** Timeline entry, unless the latest of its kind is of this refund. */
  lineOnce?: 'refund_unknown'
  closesAlert?: 'refund_not_shown'
  opensAlert?: { kind: 'refund_not_accepted_yet' | 'refund_not_shown'; words: readonly string[] }
  /** Holds the refund for an operator, with an alert. */
  review?: RefundDoubt
  /** Fails the refund, with an alert. */
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

/** Reports whether an unanswered send may have made the refund that the gateway refuses now. */
export const mayBeDone = ({ sends }: RefundRow): boolean => unansweredSends(sends).length > 0

export const isAccepted = ({ state, accepted_at }: RefundRow): boolean =>
  accepted_at !== null || state === 'accepted'
