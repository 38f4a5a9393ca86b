import type { Generated, Insertable, Selectable } from 'kysely'
import type { Environment } from '../../src/contract/keys.ts'
import type { PaymentState } from '../../src/contract/payment-states.ts'
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

/** One row is an attempt to charge a payment, 2.3. Nothing of the card but brand and last four. */
export interface TransactionsTable {
  id: string
  payment_id: number
  outcome: 'approved' | 'declined'
  amount_minor: bigint
  iso_response_code: string
  card_brand: string
  card_last_four: string
  /** Given by one rendering of the checkout form; the same one never charges twice. */
  form_key: string | null
  created_at: Date
}

/** Which payment an `Idempotency-Key` made. Keys are kept as SHA-256, whatever their length. */
export interface IdempotencyKeysTable {
  environment: Environment
  key_hash: string
  payment_id: number
}

/** A receiver of webhooks, 6.1. */
export interface EndpointsTable {
  id: string
  environment: Environment
  url: string
  secret: string
  /** Registered by `SANDBOX_WEBHOOK_URL`: outlives a reset. */
  from_settings: boolean
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
  state: Generated<'pending' | 'delivered' | 'given_up'>
  attempts: Generated<number>
  due_at: Date
}

export interface ClockTable {
  offset_ms: number
}

export interface JournalTable {
  seq: number
  entry: string
}

export interface Tables {
  payments: PaymentsTable
  transactions: TransactionsTable
  idempotency_keys: IdempotencyKeysTable
  endpoints: EndpointsTable
  events: EventsTable
  deliveries: DeliveriesTable
  clock: ClockTable
  journal: JournalTable
}

export type PaymentRow = Selectable<PaymentsTable>
export type NewPayment = Insertable<PaymentsTable>
export type EndpointRow = Selectable<EndpointsTable>
