import type { ColumnType, JSONColumnType } from 'kysely'
import type { PaymentState } from '../../contract/payment-states.ts'
import type { OrderId, PaymentId, RefundId, StoreId } from '../../domain/ids.ts'

/** Origins of a refund. `policy`: the store's rule for money charged in error. */
export const REFUND_ORIGINS = ['store', 'portal', 'operator', 'policy'] as const
export type RefundOrigin = (typeof REFUND_ORIGINS)[number]

/**
 * Refund states:
 * - `pending`: committed, not requested yet
 * - `requested`: request in flight
 * - `unknown`: response lost
 * - `accepted`: the gateway responded 2xx, but its payment does not show the refund yet
 * - `waiting`: too early for the gateway
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

/** Why a refund failed or has to wait. */
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
  /** Gateway messages, for people. */
  words: string[]
}

/**
 * One request of a refund to the gateway. `none`: the response does not show whether it was done
 * (timeout, cut connection, 5xx). `null`: in flight, or its process died.
 */
export interface RefundSend {
  /** ISO 8601, UTC. */
  at: string
  kind: 'void' | 'refund'
  answer: 'accepted' | 'refused' | 'none' | null
  /** Without a response: end of the wait. */
  given_up_at?: string
}

/** Snapshot of a payment while the outcome of its refund was unknown. */
export interface RefundReading {
  /** ISO 8601, UTC. */
  at: string
  state: PaymentState
  /** Decimal, in the refund's currency. */
  refunded_amount: string
  /** Known refunds explain the snapshot completely. */
  is_explained: boolean
}

/** Why a refund that may have been made waits for a person. */
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
  /** The store's key, with a hash of its request, for dedupe. */
  idempotency_key: string | null
  request_hash: string | null
  /** Last request to the gateway. */
  requested_at: Date | null
  /** All requests, oldest first. */
  sends: ColumnType<RefundSend[], string | undefined, string>
  /** Snapshots since the last request without a response. */
  readings: ColumnType<RefundReading[], string | undefined, string>
  /** `null`: Puente proceeds automatically. */
  needs_attention: RefundDoubt | null
  /**
   * First 2xx; after it, Puente never sends the refund again, regardless of the payment's state.
   */
  accepted_at: Date | null
  refusal: JSONColumnType<RefundRefusal> | null
  /** On a portal refund: when a person confirmed that it is not a waiting refund. */
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

/** Requested refunds per day of requesters with a daily limit. */
interface RefundsOfDaysTable {
  asker: string
  /** Honduras day, `YYYY-MM-DD`. */
  day: string
  currency: string
  minor: bigint
}

export interface RefundTables {
  refunds_of_days: RefundsOfDaysTable
  refunds: RefundsTable
  refund_events: RefundEventsTable
}
