import type { ColumnType, JSONColumnType } from 'kysely'
import type { PaymentState } from '../../contract/payment-states.ts'
import type { OrderId, PaymentId, RefundId, StoreId } from '../../domain/ids.ts'

/** Who wanted money refunded. `policy`: the store's own rule for money taken in error. */
export const REFUND_ORIGINS = ['store', 'portal', 'operator', 'policy'] as const
export type RefundOrigin = (typeof REFUND_ORIGINS)[number]

/**
 * `pending`: committed, not yet asked for. `requested`: the gateway is being asked. `unknown`: it
 * was asked, and its answer was lost. `accepted`: it answered that it has done it, and its payment
 * does not show it yet. `waiting`: it said not yet. `succeeded`, `failed` and `cancelled` are ends.
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

/** Why a refund is refused or has to wait. */
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
  /** The gateway's own, for people. */
  words: string[]
}

/**
 * One time that the gateway was asked for a refund. `none`: what came back says nothing of whether it
 * was made (a timeout, a cut connection, a 5xx); `null`: the call is under way, or its process died.
 */
export interface RefundSend {
  /** ISO 8601, UTC. */
  at: string
  kind: 'void' | 'refund'
  answer: 'accepted' | 'refused' | 'none' | null
  /** Of one without an answer: when no answer was waited for any more. */
  given_up_at?: string
}

/** How the gateway showed a payment while it was not known whether its refund was made. */
export interface RefundReading {
  /** ISO 8601, UTC. */
  at: string
  state: PaymentState
  /** Decimal, in the refund's currency. */
  refunded_amount: string
  /** It shows all refunds that are known, and no other change. */
  is_explained: boolean
}

/** Why a refund that may already have been made waits for a person. */
export const REFUND_DOUBTS = [
  'refunded_meanwhile',
  'unanswered_twice',
  'changed_unexplained',
  'refused_unexplained',
] as const
export type RefundDoubt = (typeof REFUND_DOUBTS)[number]

interface RefundsTable {
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
  /** The shop's, with a hash of what it asked for: the same key asks for the same once. */
  idempotency_key: string | null
  request_hash: string | null
  /** When the gateway was asked last. */
  requested_at: Date | null
  /** Every time that it was asked, the first one first. */
  sends: ColumnType<RefundSend[], string | undefined, string>
  /** Since it was asked last without an answer. */
  readings: ColumnType<RefundReading[], string | undefined, string>
  /** `null`: what can be done by itself is being done. */
  needs_attention: RefundDoubt | null
  /** When it answered 2xx: from then on it is never asked again, whatever it shows. */
  accepted_at: Date | null
  refusal: JSONColumnType<RefundRefusal> | null
  /** On a portal refund: when a person said that it is not a waiting refund. */
  confirmed_at: Date | null
  created_at: Date
  updated_at: Date
  done_at: Date | null
}

/** How a gateway account fills `refund_amount` of refund events: the single refund, or the sum so far. */
export type RefundEventReading = 'single' | 'sum'

/** `refund_amount` of each refund event (2.1): the single refund, or the sum so far. */
interface RefundEventsTable {
  payment_id: PaymentId
  event_id: string
  amount_minor: bigint
  seen_at: Date
  /** When the gateway made the refund, according to the event. */
  refunded_at: Date | null
}

/** What whoever has a limit of a day has asked for on it. */
interface RefundsOfDaysTable {
  asker: string
  /** `YYYY-MM-DD`, of Honduras. */
  day: string
  currency: string
  minor: bigint
}

export interface RefundTables {
  refunds_of_days: RefundsOfDaysTable
  refunds: RefundsTable
  refund_events: RefundEventsTable
}
