import type { Generated, JSONColumnType } from 'kysely'
import type { PaymentState } from '../../contract/payment-states.ts'
import type { Actor } from '../../domain/actor.ts'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'
import type { OrderSource } from '../../domain/order-source.ts'
import type { OrderStatus } from '../../domain/order-status.ts'
import type { Language } from '../../locales/language.ts'

/**
 * States before the gateway has the payment, then the gateway's:
 *
 * - `intended`: committed, response unknown
 * - `refused`: by the gateway
 * - `abandoned`: unknown at the gateway
 * - `declined`: by the processor; a link stays payable, a charge is over
 * - `authenticating`: customer at the bank
 */
export type AttemptState =
  | 'intended'
  | 'refused'
  | 'abandoned'
  | 'declined'
  | 'authenticating'
  | PaymentState

export const PAYMENT_MODES = ['hosted', 'card_page', 'saved_card'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

export const CHECKOUT_MODES = ['hosted', 'card_page'] as const satisfies readonly PaymentMode[]
export type CheckoutMode = (typeof CHECKOUT_MODES)[number]

/** Branch on `code` (2.6). */
export interface DeclineDetails {
  code: string
  message: string | null
}

/**
 * Verification of a charge by a later `GET`. `awaited`: the policy requires it before the
 * notification. `doubted`: one response contradicted the charge. `contradicted`: another did, at
 * least 10 seconds later.
 */
export type ChargeCheck =
  | { result: 'awaited' | 'confirmed'; at: string }
  | {
      result: 'doubted' | 'contradicted'
      at: string
      shown: PaymentState
      /** No notification of the charge until a response agrees. */
      held_back?: true | undefined
    }

/** Conflicts for an operator to resolve. */
export const ORDER_CONFLICTS = [
  'paid_twice',
  'paid_other_amount',
  'paid_after_cancellation',
  'not_paid_at_gateway',
] as const
export type OrderConflict = (typeof ORDER_CONFLICTS)[number]

/** `store`: cancelled there, or paid in another way. `merchant`: by API. `policy`: expired. */
export type CancelledBy = 'store' | 'merchant' | 'policy'

export interface OrderCustomer {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  identity_number?: string | undefined
}

/** Reasons why the gateway refuses payment until one side changes. */
export const PAYMENT_ERRORS = [
  'currency_refused',
  'amount_refused',
  'terminal_unavailable',
  'request_refused',
] as const
export type PaymentErrorCode = (typeof PAYMENT_ERRORS)[number]

export interface PaymentError {
  code: PaymentErrorCode
  /** For people. */
  message: string | null
  at: string
}

export interface OrderTerms {
  number: string | null
  amount_minor: bigint
  currency: string
  description: string | null
  customer: OrderCustomer
  metadata: Record<string, unknown>
  locale: Language
  follows_reader: boolean
  checkout_mode: CheckoutMode
  success_url: string | null
  cancel_url: string | null
}

export type PendingUpdate = Omit<OrderTerms, 'amount_minor'> & { amount_minor: string }

export interface OrderTables {
  orders: {
    id: OrderId
    store_id: StoreId
    external_id: string
    source: Generated<OrderSource>
    number: string | null
    amount_minor: bigint
    /** Alphabetic ISO 4217 code. */
    currency: string
    description: string | null
    customer: JSONColumnType<OrderCustomer>
    metadata: JSONColumnType<Record<string, unknown>>
    /** At the gateway, and on our pages without `follows_reader`. */
    locale: Language
    /** Our pages follow the reader's language (`locale: auto`). */
    follows_reader: Generated<boolean>
    success_url: string | null
    cancel_url: string | null
    status: OrderStatus
    conflict: OrderConflict | null
    /** Secret of the pay link. */
    pay_token: string
    current_payment_id: PaymentId | null
    checkout_mode: Generated<CheckoutMode>
    /** Deadline of the card page; a hosted checkout has its payment's. */
    payable_until: Date | null
    /** When Puente found the deadline passed; a new checkout reopens the order. */
    time_over_at: Date | null
    paid_at: Date | null
    cancelled_at: Date | null
    /** `null` may mean an order from before this column. */
    cancelled_by: CancelledBy | null
    /** Later event bodies are erased too. */
    people_erased_at: Date | null
    /** Distinguishes a reused order id; `null` if the store sends none. */
    fingerprint: Generated<string | null>
    /** Latest request applied; lower numbers are stale. */
    request_number: Generated<number>
    /** Refusal of the latest payment, if any. */
    last_payment_error: JSONColumnType<PaymentError> | null
    created_at: Date
    updated_at: Date
  }
  payments: {
    id: PaymentId
    store_id: StoreId
    order_id: OrderId
    attempt: number
    mode: PaymentMode
    /** Number of the latest request it serves; 0 predates request numbers. */
    request_number: Generated<number>
    /** Order changes that apply once the gateway accepts the payment. */
    pending_update: JSONColumnType<PendingUpdate> | null
    /** The order's previous payment, restored if this charge was never made. */
    previous_payment_id: PaymentId | null
    /** `pm_*` of a saved card. */
    payment_method_id: string | null
    /** Transaction of a charge without hosted checkout. */
    charge_id: string | null
    /** Details of the latest decline with a reason. */
    decline: JSONColumnType<DeclineDetails> | null
    /** Number and latest time of its `declines`. */
    decline_count: Generated<number>
    declined_at: Date | null
    charge_check: JSONColumnType<ChargeCheck> | null
    state: AttemptState
    amount_minor: bigint
    currency: string
    idempotency_key: string
    /** Exact body, for identical retries. */
    request: JSONColumnType<Record<string, unknown>>
    /** Lease of the process that creates it. */
    claimed_by: number | null
    claimed_until: Date | null
    gateway_payment_id: bigint | null
    checkout_url: string | null
    /** Transaction of the successful charge only; declined ones have one too (2.1). */
    transaction_id: string | null
    total_minor: bigint | null
    service_fee_minor: bigint | null
    sales_tax_minor: bigint | null
    /** Total minus amount, tax and fee. */
    tip_minor: bigint | null
    refunded_minor: Generated<bigint>
    /** Last poll on behalf of a waiting customer. */
    last_asked_at: Date | null
    /** Next poll; `null` in a final state. */
    next_ask_at: Date | null
    expires_at: Date | null
    paid_at: Date | null
    /** Fallback for `paid_at`: the time of an event without it. */
    reported_at: Date | null
    created_at: Date
    updated_at: Date
    /** W3C, of the span that made it; `null` without tracing. */
    traceparent: string | null
  }
  timeline: {
    seq: Generated<bigint>
    at: Date
    order_id: OrderId
    payment_id: PaymentId | null
    kind: string
    details: JSONColumnType<Record<string, unknown>>
    /** `null` predates actors. */
    actor: JSONColumnType<Actor> | null
  }
  order_search_terms: {
    term: string
    order_id: OrderId
  }
  /** Customer's request to save the order's card. */
  save_card_requests: {
    order_id: OrderId
    store_id: StoreId
    /** Storefront id. */
    external_customer_id: string
    /** Hash of the identity that lists cards at the gateway. */
    identity: string
    /** Cards (`pm_*`) of that identity before the charge. */
    known_method_ids: JSONColumnType<string[]>
    requested_at: Date
    /** When the outcome became known. */
    settled_at: Date | null
  }
}
