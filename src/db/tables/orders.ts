import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { PaymentState } from '../../contract/payment-states.ts'
import type { Actor } from '../../domain/actor.ts'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'
import type { Locale } from './stores.ts'

/**
 * Our own states precede those of the gateway:
 * - `intended`: creation or charge committed, response still unknown
 * - `refused`: refused by the gateway
 * - `abandoned`: unknown at the gateway
 * - `declined`: charge declined by the processor; a link stays payable, a charge is over
 * - `authenticating`: charge waiting for its customer at the bank
 */
export type AttemptState =
  | 'intended'
  | 'refused'
  | 'abandoned'
  | 'declined'
  | 'authenticating'
  | PaymentState

/** Payment at the gateway's checkout, on our card page, or by a saved card. */
export const PAYMENT_MODES = ['hosted', 'card_page', 'saved_card'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

/** Target of a pay link: the gateway's checkout or our card page. */
export const CHECKOUT_MODES = ['hosted', 'card_page'] as const satisfies readonly PaymentMode[]
export type CheckoutMode = (typeof CHECKOUT_MODES)[number]

/** Decline by the processor; branch on `code` (2.6). */
export interface DeclineDetails {
  code: string
  message: string | null
}

/**
 * Result of verifying an applied charge with a later `GET`. `awaited`: the store's policy requires
 * a confirmation before the notification. `doubted`: an answer contradicted the charge once, at
 * `at`. `contradicted`: it did so again, at least 10 seconds later. `confirmed`: an answer agreed.
 */
export type ChargeCheck =
  | { result: 'awaited' | 'confirmed'; at: string }
  | {
      result: 'doubted' | 'contradicted'
      at: string
      shown: PaymentState
      /** Puente does not notify the storefront of the charge until an answer agrees. */
      held_back?: true | undefined
    }

export const ORDER_STATUSES = [
  'awaiting_payment',
  'payment_expired',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'on_hold',
  'cancelled',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Conflicts between an order and its money, for a person to resolve. */
export const ORDER_CONFLICTS = [
  'paid_twice',
  'paid_other_amount',
  'paid_after_cancellation',
  'not_paid_at_gateway',
] as const
export type OrderConflict = (typeof ORDER_CONFLICTS)[number]

/**
 * Origin of a cancellation. `store`: cancelled there, or paid in another way. `merchant`: by API.
 * `policy`: expired.
 */
export type CancelledBy = 'store' | 'merchant' | 'policy'

export interface OrderCustomer {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  identity_number?: string | undefined
}

/** Reasons why the gateway refuses payment of an order until one side changes. */
export const PAYMENT_ERRORS = [
  'currency_refused',
  'amount_refused',
  'terminal_unavailable',
  'request_refused',
] as const
export type PaymentErrorCode = (typeof PAYMENT_ERRORS)[number]

export interface PaymentError {
  code: PaymentErrorCode
  /** Gateway message, for people. */
  message: string | null
  /** ISO 8601. */
  at: string
}

/** Order fields of a checkout request. */
export interface OrderTerms {
  number: string | null
  amount_minor: bigint
  currency: string
  description: string | null
  customer: OrderCustomer
  metadata: Record<string, unknown>
  locale: Locale
  follows_reader: boolean
  checkout_mode: CheckoutMode
  success_url: string | null
  cancel_url: string | null
}

/** JSON form of the terms. */
export type PendingUpdate = Omit<OrderTerms, 'amount_minor'> & { amount_minor: string }

interface OrdersTable {
  id: OrderId
  store_id: StoreId
  /** Storefront id of the order. */
  external_id: string
  number: string | null
  amount_minor: bigint
  /** Alphabetic ISO 4217 code. */
  currency: string
  description: string | null
  customer: JSONColumnType<OrderCustomer>
  metadata: JSONColumnType<Record<string, unknown>>
  /** Language at the gateway, and of our pages without `follows_reader`. */
  locale: Locale
  /** Our pages use the reader's language (`locale: auto`). */
  follows_reader: ColumnType<boolean, boolean | undefined, boolean>
  success_url: string | null
  cancel_url: string | null
  status: OrderStatus
  conflict: OrderConflict | null
  /** Secret of the durable pay link. */
  pay_token: string
  current_payment_id: PaymentId | null
  checkout_mode: ColumnType<CheckoutMode, CheckoutMode | undefined, CheckoutMode>
  /** Deadline of the card page; a hosted checkout expires with its payment. */
  payable_until: Date | null
  /** When Puente found the deadline passed; a new checkout reopens the order. */
  time_over_at: Date | null
  paid_at: Date | null
  /** When the store declared the order no longer payable. */
  cancelled_at: Date | null
  /** `null`: not cancelled, or cancelled before this column existed. */
  cancelled_by: CancelledBy | null
  /** When the customer was erased; bodies of later events about the order are erased too. */
  people_erased_at: Date | null
  /** Tells apart a later order with the same id; `null`: the store sends none. */
  fingerprint: ColumnType<string | null, string | null | undefined, string | null>
  /** Latest request applied to the order; earlier requests are stale no-ops. */
  request_number: ColumnType<number, number | undefined, number>
  /** Refusal of the latest payment; `null` once the gateway accepted one. */
  last_payment_error: JSONColumnType<PaymentError> | null
  created_at: Date
  updated_at: Date
}

interface PaymentsTable {
  id: PaymentId
  store_id: StoreId
  order_id: OrderId
  /** Ordinal within the order, from 1. */
  attempt: number
  mode: PaymentMode
  /** Latest request that it serves; 0 predates request numbers. */
  request_number: ColumnType<number, number | undefined, number>
  /** Order changes of its request, until the gateway accepts the payment. */
  pending_update: JSONColumnType<PendingUpdate> | null
  /** For a charge: the order's payment before it, restored if the charge was never made. */
  previous_payment_id: PaymentId | null
  /** `pm_*` of a saved card. */
  payment_method_id: string | null
  /** Transaction of a charge without hosted checkout, stored as soon as known. */
  charge_id: string | null
  decline: JSONColumnType<DeclineDetails> | null
  charge_check: JSONColumnType<ChargeCheck> | null
  state: AttemptState
  amount_minor: bigint
  currency: string
  idempotency_key: string
  /** Exact creation body, so a retry sends the same. */
  request: JSONColumnType<Record<string, unknown>>
  /** Process that creates it at the gateway, with the lease's expiry. */
  claimed_by: number | null
  claimed_until: Date | null
  gateway_payment_id: bigint | null
  checkout_url: string | null
  /** Only of the successful charge; a declined charge has one too (2.1). */
  transaction_id: string | null
  total_minor: bigint | null
  service_fee_minor: bigint | null
  sales_tax_minor: bigint | null
  /** Part of the total beyond amount, tax and fee. */
  tip_minor: bigint | null
  refunded_minor: ColumnType<bigint, bigint | undefined, bigint>
  /** Last poll for a customer waiting for confirmation. */
  last_asked_at: Date | null
  /** Next poll unless an event arrives; `null` in a final state. */
  next_ask_at: Date | null
  expires_at: Date | null
  paid_at: Date | null
  /** When the gateway's event reported the charge, if the event left out `paid_at`. */
  reported_at: Date | null
  created_at: Date
  updated_at: Date
}

interface TimelineTable {
  seq: Generated<bigint>
  at: Date
  order_id: OrderId
  payment_id: PaymentId | null
  kind: string
  details: JSONColumnType<Record<string, unknown>>
  /** `null` predates actors. */
  actor: JSONColumnType<Actor> | null
}

/** Gateway text for finding an order. */
interface OrderSearchTermsTable {
  term: string
  order_id: OrderId
}

/** A customer's request to save the card of an order. */
interface SaveCardRequestsTable {
  order_id: OrderId
  store_id: StoreId
  /** Storefront id of the customer. */
  external_customer_id: string
  /** Hash of the identity that lists the customer's cards at the gateway. */
  identity: string
  /** Cards (`pm_*`) listed under that identity before. */
  known_method_ids: JSONColumnType<string[]>
  requested_at: Date
  /** When the outcome became known. */
  settled_at: Date | null
}

export interface OrderTables {
  orders: OrdersTable
  payments: PaymentsTable
  timeline: TimelineTable
  order_search_terms: OrderSearchTermsTable
  save_card_requests: SaveCardRequestsTable
}
