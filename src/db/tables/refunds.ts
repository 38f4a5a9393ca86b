import type { ColumnType, JSONColumnType } from 'kysely'
import type { PaymentState } from '../../contract/payment-states.ts'
import type { Actor } from '../../domain/actor.ts'
import type { OrderId, PaymentId, RefundId, StoreId } from '../../domain/ids.ts'

/** `policy`: the store's rule for money charged in error. */
export const REFUND_ORIGINS = ['store', 'portal', 'operator', 'policy'] as const
export type RefundOrigin = (typeof REFUND_ORIGINS)[number]

/**
 * - `pending`: not requested yet
 * - `requested`: in flight
 * - `unknown`: response lost
 * - `accepted`: 2xx, but not shown on the payment yet
 * - `waiting`: too early
 * - `succeeded`, `failed`, `cancelled`: final
 */
export const REFUND_STATES = [
  'pending',
  'requested',
  'unknown',
  'accepted',
  'waiting',
  'succeeded',
  'failed',
  'cancelled',
] as const
export type RefundState = (typeof REFUND_STATES)[number]

export interface RefundRefusal {
  code:
    | 'given_back_already'
    | 'above_rest'
    | 'not_refundable_yet'
    | 'key_refused'
    | 'not_found_at_gateway'
    | 'unreadable_at_gateway'
    | 'transaction_not_shown'
    | 'refused_by_gateway'
  /** For people: the gateway's, or Puente's for a code of its own. */
  words: string[]
  /** The settlement window does not explain it. */
  is_unexplained?: true
}

/**
 * `none`: the outcome is unknown (timeout, cut connection, 5xx). `null`: in flight, or its process
 * died.
 */
export interface RefundSend {
  at: string
  kind: 'void' | 'refund'
  answer: 'accepted' | 'refused' | 'none' | null
  /** End of the wait for a response. */
  given_up_at?: string
}

/** Payment while a refund's outcome was unknown. */
export interface RefundReading {
  at: string
  state: PaymentState
  /** Decimal, in the refund's currency. */
  refunded_amount: string
  /** Known refunds explain it completely. */
  is_explained: boolean
}

/** Why an ambiguous refund waits for an operator. */
export const REFUND_DOUBTS = [
  'refunded_meanwhile',
  'unanswered_twice',
  'changed_unexplained',
  'refused_unexplained',
] as const
export type RefundDoubt = (typeof REFUND_DOUBTS)[number]

/** `cancelled`: the refund ended otherwise. */
export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** Decision of a second person about a refund above the store's limit. */
export interface RefundApproval {
  state: ApprovalState
  /** Limit at the request; decimal. */
  limit: { amount: string; currency: string }
  /** `null`: the store's policy, without a person. */
  requested_by: Actor | null
  /** End of the wait. */
  until: string
  decided_by: Actor | null
  decided_at: string | null
  why: string | null
}

/** `refund_amount` of refund events: the single refund, or the sum so far. */
export type RefundEventReading = 'single' | 'sum'

export interface RefundTables {
  /** Daily totals of requesters with a limit. */
  refunds_of_days: {
    asker: string
    day: string
    currency: string
    minor: bigint
  }
  refunds: {
    id: RefundId
    store_id: StoreId
    order_id: OrderId
    payment_id: PaymentId
    origin: RefundOrigin
    kind: 'void' | 'refund'
    amount_minor: bigint
    currency: string
    reason: string | null
    state: RefundState
    /** Key of the store and hash of its request, for dedupe. */
    idempotency_key: string | null
    request_hash: string | null
    requested_at: Date | null
    /** Oldest first. */
    sends: ColumnType<RefundSend[], string | undefined, string>
    /** Readings since the last request without a response. */
    readings: ColumnType<RefundReading[], string | undefined, string>
    /** `null`: Puente proceeds automatically. */
    needs_attention: RefundDoubt | null
    /** First 2xx; afterwards Puente never resends the refund, regardless of the payment's state. */
    accepted_at: Date | null
    refusal: JSONColumnType<RefundRefusal> | null
    /** `null`: needs no second person. */
    approval: JSONColumnType<RefundApproval> | null
    /** An operator confirmed that this portal refund is not the refund under review. */
    confirmed_at: Date | null
    created_at: Date
    updated_at: Date
    done_at: Date | null
  }
  /** See `RefundEventReading` for `refund_amount` (2.1). */
  refund_events: {
    payment_id: PaymentId
    event_id: string
    amount_minor: bigint
    seen_at: Date
    /** According to the event. */
    refunded_at: Date | null
  }
}
