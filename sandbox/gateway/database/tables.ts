import type { Generated, GeneratedAlways, Insertable, JSONColumnType, Selectable } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import type { PaymentState } from '../../../src/contract/payment-states.ts'
import type { CustomerPrefill } from '../bodies/create-payment.ts'
import type { Card } from '../cards.ts'
import type { AttemptFault } from '../faults/settings.ts'
import type { Breakdown, PricingRules } from '../payments/pricing/pricing.ts'

/** Payments (2.1), in minor units of `currency_code`. */
export interface PaymentsTable extends Breakdown {
  id: Generated<number>
  environment: Environment
  /** Last segment of `checkout_url`. */
  slug: string
  status: Generated<PaymentState>
  name: string
  description: string | null
  currency_code: string
  amount_minor: bigint
  refunded_minor: Generated<bigint>
  pricing_rules: PricingRules
  reusable: boolean
  /** Only hosted payments can be paid at `checkout_url` (1.2). */
  origin: Generated<ChargeOrigin>
  external_reference: string
  /** Verbatim JSON, returned untouched (2.1). */
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

/** `any`: for the gateway itself, or if the id alone authorises. */
export type EnvironmentScope = Environment | 'any'

export interface ScopedId {
  id: string
  environment: EnvironmentScope
}

/** Modes 1, 2 and 3A (1.2). */
export type ChargeOrigin = 'checkout' | 'embedded' | 'saved_card'

/** `pending`: open 3-D Secure challenge. */
export type TransactionStatus =
  | 'pending'
  | 'declined'
  | 'paid'
  | 'partially_refunded'
  | 'refunded'
  | 'voided'

/** Attempts to charge (2.3), in minor units of the payment's currency. */
export interface TransactionsTable extends Card, Breakdown {
  id: string
  payment_id: number
  environment: Environment
  status: TransactionStatus
  refunded_minor: Generated<bigint>
  /** `null` during a challenge. */
  iso_response_code: string | null
  /** Key of one rendered form; dedupes its submits. */
  form_key: string | null
  /** Input to refill the form; `null` once no form can show it. */
  form_fields: Record<string, string> | null
  created_at: Date
  paid_at: Date | null
  /** Settlement: voids before, refunds after. */
  settles_at: Date | null
  void_reason: string | null
  voided_at: Generated<Date | null>
  /** Challenge deadline (4.13). */
  authenticate_by: Date | null
  success_redirect_url: string | null
  failed_redirect_url: string | null
  save_card_for: CardHolder | null
}

export interface CardHolder {
  identity_number: string | null
  email: string | null
}

export interface RefundsTable {
  id: string
  transaction_id: string
  amount_minor: bigint
  reason: string | null
  created_at: Date
}

/** Saved cards (2.5). */
export interface PaymentMethodsTable extends Card {
  /** `pm_*` */
  id: string
  environment: Environment
  is_default: boolean
  customer_identity_number: string | null
  customer_email: string | null
  created_at: Date
  revoked_at: Date | null
}

/** Card tokens (4.14). */
export interface PaymentTokensTable extends Card {
  /** `tok_*` */
  id: string
  environment: Environment
  /** Payment the component was mounted for. */
  payment_id: number | null
  customer: CustomerPrefill
  description: string | null
  metadata: Record<string, unknown>
  save_card: boolean
  created_at: Date
  used_at: Date | null
}

/** Hashed with SHA-256, since the header may have any length. */
export interface IdempotencyKeysTable {
  environment: Environment
  operation: 'create_payment' | 'charge'
  key_hash: string
  payment_id: number
  transaction_id: string | null
}

export interface EndpointsTable {
  id: string
  environment: Environment
  url: string
  secret: string
  /** From `SANDBOX_WEBHOOK_URL`; survives a reset. */
  from_settings: boolean
  /** Registration order. */
  position: GeneratedAlways<bigint>
}

/** Events (6.3). All attempts send this exact body. */
export interface EventsTable {
  id: string
  environment: Environment
  type: string
  body: string
  created_at: Date
}

export interface DeliveriesTable {
  id: Generated<number>
  event_id: string
  endpoint_id: string
  state: Generated<'pending' | 'delivered' | 'given_up' | 'dropped'>
  attempts: Generated<number>
  due_at: Date
  /** `reorder` holds back until `due_at` at the latest. */
  fault: 'drop' | 'reorder' | 'delay' | 'duplicate' | null
  /** Second delivery; never retried. */
  is_copy: Generated<boolean>
  /** Seed of its attempts' faults. */
  fault_key: string | null
  /** For the first attempt. */
  planned_fault: AttemptFault | null
  /** From the portal (6.1). */
  is_resent: Generated<boolean>
  /** Wall clock; some profiles sign every attempt with this time. */
  first_attempt_at: Date | null
}

export interface DeliveryAttemptsTable {
  id: Generated<bigint>
  environment: Environment
  /** The endpoint may no longer exist. */
  endpoint_id: string
  url: string
  event_id: string
  event_type: string
  /** 1 to 5. */
  attempt: number
  /** Sandbox clock. */
  at: Date
  /** `null` without a response. */
  status: number | null
  error: string | null
  answer: string | null
  duration_ms: number
  is_resent: Generated<boolean>
  /** `null` if no retry follows. */
  next_at: Date | null
}

export interface ClockTable {
  offset_ms: number
}

export interface JournalTable {
  seq: number
  entry: string
}

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

export type SandboxPaymentRow = Selectable<PaymentsTable>
export type NewSandboxPayment = Insertable<PaymentsTable>
export type EndpointRow = Selectable<EndpointsTable>
export type DeliveryAttemptRow = Selectable<DeliveryAttemptsTable>
export type SandboxRefundRow = Selectable<RefundsTable>
export type TransactionRow = Selectable<TransactionsTable>
export type PaymentMethodRow = Selectable<PaymentMethodsTable>
export type PaymentTokenRow = Selectable<PaymentTokensTable>

export interface PaymentAttempt {
  payment: SandboxPaymentRow
  transaction: TransactionRow
}
