import type { Generated, GeneratedAlways, Insertable, JSONColumnType, Selectable } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import type { PaymentState } from '../../../src/contract/payment-states.ts'
import type { TestCardName } from '../cards.ts'
import type { AttemptFault } from '../faults/settings.ts'
import type { PricingRules } from '../payments/pricing.ts'

/** One row is a payment, `gateway-api.md` 2.1. Amounts are minor units of `currency_code`. */
export interface PaymentsTable {
  id: Generated<number>
  environment: Environment
  /** The last part of `checkout_url`. */
  slug: string
  status: Generated<PaymentState>
  name: string
  description: string | null
  currency_code: string
  amount_minor: bigint
  subtotal_minor: bigint
  sales_tax_minor: bigint
  service_fee_minor: bigint
  total_minor: bigint
  refunded_minor: Generated<bigint>
  /** What `subtotal`, tax and fee are computed from, once more when the customer picks a tip. */
  pricing_rules: PricingRules
  reusable: boolean
  /** The mode that made it (1.2); only a hosted one can be paid at its `checkout_url`. */
  origin: Generated<ChargeOrigin>
  external_reference: string
  /** JSON text exactly as it is given back: 2.1 promises "untouched". */
  metadata: string
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  customer_identity_number: string | null
  lock_customer_fields: boolean
  success_url: string | null
  cancel_url: string | null
  transaction_id: string | null
  expires_at: Date | null
  created_at: Date
  paid_at: Date | null
}

/** Whose rows are looked at; `any`: by the gateway itself, or where the id alone is a permission. */
export type EnvironmentScope = Environment | 'any'

/** A card as it is kept: which of the test cards it is, and what a receipt shows. */
interface CardColumns {
  test_card: TestCardName
  card_brand: string
  card_last_four: string
  card_exp_month: number
  card_exp_year: number
}

/** Modes 1, 2 and 3A of 1.2. */
export type ChargeOrigin = 'checkout' | 'embedded' | 'saved_card'

/** `pending`: a 3-D Secure challenge is open. */
export type TransactionStatus =
  | 'pending'
  | 'declined'
  | 'paid'
  | 'partially_refunded'
  | 'refunded'
  | 'voided'

/** One row is an attempt to charge a payment, 2.3. Amounts are minor units of the payment's currency. */
export interface TransactionsTable extends CardColumns {
  id: string
  payment_id: number
  environment: Environment
  status: TransactionStatus
  subtotal_minor: bigint
  sales_tax_minor: bigint
  service_fee_minor: bigint
  total_minor: bigint
  refunded_minor: Generated<bigint>
  /** The processor's; `null` while the challenge is open. */
  iso_response_code: string | null
  /** Given by one rendering of the checkout form; the same one never charges twice. */
  form_key: string | null
  /** What was typed beside the card, to fill the form once more; `null` once there is no form. */
  form_fields: Record<string, string> | null
  created_at: Date
  paid_at: Date | null
  /** From then on it is settled: no void any more, but refunds. */
  settles_at: Date | null
  void_reason: string | null
  voided_at: Generated<Date | null>
  /** The end of the challenge's window, 4.13. */
  authenticate_by: Date | null
  success_redirect_url: string | null
  failed_redirect_url: string | null
  /** The customer who wants the card kept once it is approved; `null`: nobody. */
  save_card_for: CardHolder | null
}

/** Whose saved card it is: what the list is looked up by, 4.10. */
export interface CardHolder {
  identity_number: string | null
  email: string | null
}

/** One row is a refund, whole or partial. */
export interface RefundsTable {
  id: string
  transaction_id: string
  amount_minor: bigint
  reason: string | null
  created_at: Date
}

/** A saved card, 2.5. */
export interface PaymentMethodsTable extends CardColumns {
  /** `pm_*` */
  id: string
  environment: Environment
  is_default: boolean
  customer_identity_number: string | null
  customer_email: string | null
  created_at: Date
  revoked_at: Date | null
}

/** What the browser SDK made of a typed card, 4.14. */
export interface PaymentTokensTable extends CardColumns {
  /** `tok_*` */
  id: string
  environment: Environment
  /** The payment that the component was mounted for, if any. */
  payment_id: number | null
  customer: TokenCustomer
  description: string | null
  metadata: Record<string, unknown>
  save_card: boolean
  created_at: Date
  used_at: Date | null
}

export interface TokenCustomer {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  identity_number?: string | undefined
}

/** What an `Idempotency-Key` made. Keys are kept as SHA-256, whatever their length. */
export interface IdempotencyKeysTable {
  environment: Environment
  operation: 'create_payment' | 'charge'
  key_hash: string
  payment_id: number
  transaction_id: string | null
}

/** A receiver of webhooks, 6.1. */
export interface EndpointsTable {
  id: string
  environment: Environment
  url: string
  secret: string
  /** Registered by `SANDBOX_WEBHOOK_URL`: outlives a reset. */
  from_settings: boolean
  /** Counts up: those that were registered later have a higher one. */
  position: GeneratedAlways<bigint>
}

/** One row is an event with its exact body, 6.3, the same in every attempt. */
export interface EventsTable {
  id: string
  environment: Environment
  type: string
  body: string
  created_at: Date
}

/** An event on its way to an endpoint, 6.5. */
export interface DeliveriesTable {
  id: Generated<number>
  event_id: string
  endpoint_id: string
  state: Generated<'pending' | 'delivered' | 'given_up' | 'dropped'>
  attempts: Generated<number>
  due_at: Date
  /** What was decided to go wrong with it as a whole. `reorder`: held back until `due_at` at most. */
  fault: 'drop' | 'reorder' | 'delay' | 'duplicate' | null
  /** The second one of an event that is delivered twice: it is sent once. */
  is_copy: Generated<boolean>
  /** What the faults of its attempts are drawn from. */
  fault_key: string | null
  /** The fault that was planned for its first attempt. */
  planned_fault: AttemptFault | null
  /** Sent once more from the portal (6.1). */
  is_resent: Generated<boolean>
  /** Real time, where every signature has the time of the first attempt. */
  first_attempt_at: Date | null
}

/** An attempt to deliver an event, as the portal lists the last ones (6.1). */
export interface DeliveryAttemptsTable {
  id: Generated<bigint>
  environment: Environment
  /** May have been deleted since. */
  endpoint_id: string
  url: string
  event_id: string
  event_type: string
  /** 1 to 5. */
  attempt: number
  /** By the sandbox's clock. */
  at: Date
  /** What the receiver answered; `null` when it did not. */
  status: number | null
  error: string | null
  /** The first part of the answer's body. */
  answer: string | null
  duration_ms: number
  /** Of a delivery that was sent once more from the portal. */
  is_resent: Generated<boolean>
  /** When the next attempt was due; `null` when none was to follow. */
  next_at: Date | null
}

export interface ClockTable {
  offset_ms: number
}

export interface JournalTable {
  seq: number
  entry: string
}

/** What is set by control routes and outlives a restart. */
export interface StateTable {
  name: 'profile' | 'faults' | 'signing_key'
  value: JSONColumnType<object>
}

export interface Tables {
  payments: PaymentsTable
  transactions: TransactionsTable
  refunds: RefundsTable
  payment_methods: PaymentMethodsTable
  payment_tokens: PaymentTokensTable
  idempotency_keys: IdempotencyKeysTable
  endpoints: EndpointsTable
  events: EventsTable
  deliveries: DeliveriesTable
  delivery_attempts: DeliveryAttemptsTable
  clock: ClockTable
  journal: JournalTable
  state: StateTable
}

export type PaymentRow = Selectable<PaymentsTable>
export type NewPayment = Insertable<PaymentsTable>
export type EndpointRow = Selectable<EndpointsTable>
export type DeliveryAttemptRow = Selectable<DeliveryAttemptsTable>
export type RefundRow = Selectable<RefundsTable>
export type TransactionRow = Selectable<TransactionsTable>
export type PaymentMethodRow = Selectable<PaymentMethodsTable>
export type PaymentTokenRow = Selectable<PaymentTokensTable>
