import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { PaymentState } from '../../contract/payment-states.ts'
import type { Actor } from '../../domain/actor.ts'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'
import type { Locale } from './stores.ts'

/**
 * An attempt's own states come before the gateway's: `intended` (its creation or its charge was
 * committed, the gateway's answer is not known yet), `refused` (the gateway said no), `abandoned`
 * (the gateway does not know it), `declined` (a charge that the processor declined: a link stays
 * payable after that, a charge is over), `authenticating` (a charge that waits for its customer at
 * the bank).
 */
export type AttemptState =
  | 'intended'
  | 'refused'
  | 'abandoned'
  | 'declined'
  | 'authenticating'
  | PaymentState

/** How the customer pays: at the gateway's checkout, on our card page, or by a saved card. */
export const PAYMENT_MODES = ['hosted', 'card_page', 'saved_card'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

/** Where a pay link leads: to the gateway's checkout, or to our card page. */
export const CHECKOUT_MODES = ['hosted', 'card_page'] as const satisfies readonly PaymentMode[]
export type CheckoutMode = (typeof CHECKOUT_MODES)[number]

/** The processor's no; `code` is what to branch on (`gateway-api.md` 2.6). */
export interface DeclineDetails {
  code: string
  message: string | null
}

/**
 * Result of checking an applied charge by a later `GET`. `awaited`: the store's policy requires a
 * confirmation before Puente notifies the storefront. `doubted`: an answer contradicted the charge once,
 * at `at`. `contradicted`: an answer did so again, at least 10 seconds later. `confirmed`: an answer
 * agreed.
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

/** Why a person has to look at an order's money. */
export const ORDER_CONFLICTS = [
  'paid_twice',
  'paid_other_amount',
  'paid_after_cancellation',
  'not_paid_at_gateway',
] as const
export type OrderConflict = (typeof ORDER_CONFLICTS)[number]

/**
 * Who ended an order. `store`: it is over there, be it that it was cancelled or that it was paid in
 * another way. `merchant`: by the API. `policy`: its time was over.
 */
export type CancelledBy = 'store' | 'merchant' | 'policy'

export interface OrderCustomer {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  identity_number?: string | undefined
}

/** Why the gateway refuses to have an order paid as it is, until that is changed on one side. */
export const PAYMENT_ERRORS = [
  'currency_refused',
  'amount_refused',
  'terminal_unavailable',
  'request_refused',
] as const
export type PaymentErrorCode = (typeof PAYMENT_ERRORS)[number]

export interface PaymentError {
  code: PaymentErrorCode
  /** The gateway's words, for people. */
  message: string | null
  /** ISO 8601. */
  at: string
}

/** What a request for a checkout says of its order. */
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

/** Terms as JSON keeps them. */
export type PendingUpdate = Omit<OrderTerms, 'amount_minor'> & { amount_minor: string }

interface OrdersTable {
  id: OrderId
  store_id: StoreId
  /** The shop's own id of the order. */
  external_id: string
  number: string | null
  amount_minor: bigint
  /** Alphabetic ISO 4217 code. */
  currency: string
  description: string | null
  customer: JSONColumnType<OrderCustomer>
  metadata: JSONColumnType<Record<string, unknown>>
  /** Of what the gateway shows, and of the pages unless they follow their reader. */
  locale: Locale
  /** Its pages are in the language of whoever reads them (`locale: auto`). */
  follows_reader: ColumnType<boolean, boolean | undefined, boolean>
  success_url: string | null
  cancel_url: string | null
  status: OrderStatus
  conflict: OrderConflict | null
  /** The secret of the order's durable pay link. */
  pay_token: string
  current_payment_id: PaymentId | null
  checkout_mode: ColumnType<CheckoutMode, CheckoutMode | undefined, CheckoutMode>
  /** Until when the card page takes a card; a hosted checkout's expiry is its payment's. */
  payable_until: Date | null
  /** When that time was found to be over; a new checkout opens the order again. */
  time_over_at: Date | null
  paid_at: Date | null
  /** When the shop said that it does not want the order paid any more. */
  cancelled_at: Date | null
  /** `null`: it is not cancelled, or was before that was kept. */
  cancelled_by: CancelledBy | null
  /** When its customer was erased: what comes of it afterwards is not kept with their data. */
  people_erased_at: Date | null
  /** Tells it from a later order of the same id; `null`: its shop gives nothing of that kind. */
  fingerprint: ColumnType<string | null, string | null | undefined, string | null>
  /** The latest request that it stands by: one that was made before it changes nothing any more. */
  request_number: ColumnType<number, number | undefined, number>
  /** Why the gateway refused its latest payment; `null` since it has accepted one. */
  last_payment_error: JSONColumnType<PaymentError> | null
  created_at: Date
  updated_at: Date
}

interface PaymentsTable {
  id: PaymentId
  store_id: StoreId
  order_id: OrderId
  /** 1 for the first attempt at the order. */
  attempt: number
  mode: PaymentMode
  /** The latest request that it is for, of those of its order; 0: of before they were counted. */
  request_number: ColumnType<number, number | undefined, number>
  /** What its request changes of the order, until the gateway has accepted the payment. */
  pending_update: JSONColumnType<PendingUpdate> | null
  /** Of a charge: the order's payment until it began, and again when it was never made. */
  previous_payment_id: PaymentId | null
  /** The `pm_*` of a saved card. */
  payment_method_id: string | null
  /** The transaction of a charge without the hosted checkout, kept the moment it is known. */
  charge_id: string | null
  decline: JSONColumnType<DeclineDetails> | null
  charge_check: JSONColumnType<ChargeCheck> | null
  state: AttemptState
  amount_minor: bigint
  currency: string
  idempotency_key: string
  /** The exact body of the creation, so that sending it again sends the same. */
  request: JSONColumnType<Record<string, unknown>>
  /** Which process is creating it at the gateway, and until when at the latest. */
  claimed_by: number | null
  claimed_until: Date | null
  gateway_payment_id: bigint | null
  checkout_url: string | null
  /** Only of the charge that paid: a declined charge has one too (2.1). */
  transaction_id: string | null
  total_minor: bigint | null
  service_fee_minor: bigint | null
  sales_tax_minor: bigint | null
  /** What the total has beyond amount, tax and fee. */
  tip_minor: bigint | null
  refunded_minor: ColumnType<bigint, bigint | undefined, bigint>
  /** When the gateway was last asked because a customer was waiting for confirmation. */
  last_asked_at: Date | null
  /** When it is asked for if nothing is heard of it; `null` once it has come to its end. */
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
  /** Who did it; `null`: it was written before that was kept. */
  actor: JSONColumnType<Actor> | null
}

/** A text of the gateway's that an order is found by. */
interface OrderSearchTermsTable {
  term: string
  order_id: OrderId
}

/** The request of a store's customer that the card of an order be kept. */
interface SaveCardRequestsTable {
  order_id: OrderId
  store_id: StoreId
  /** The store's own id of the customer. */
  external_customer_id: string
  /** A hash of the name under which the gateway lists the customer's cards. */
  identity: string
  /** The cards (`pm_*`) that the gateway had for that name before. */
  known_method_ids: JSONColumnType<string[]>
  requested_at: Date
  /** When it was found out what became of it. */
  settled_at: Date | null
}

export interface OrderTables {
  orders: OrdersTable
  payments: PaymentsTable
  timeline: TimelineTable
  order_search_terms: OrderSearchTermsTable
  save_card_requests: SaveCardRequestsTable
}
