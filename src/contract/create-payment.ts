import type { PaymentState } from './payment-states.ts'

export interface CustomerPrefill {
  name?: string
  email?: string
  phone?: string
  identity_number?: string
}

/** Request body of `POST /payments` (4.3), as far as Puente sends it. */
export interface CreatePaymentRequest {
  /** Decimal units, as a numeric string to stay exact. */
  amount: string
  external_reference: string
  name: string
  /** Numeric ISO 4217 code; the gateway rejects alphabetic ones here. */
  currency_code?: string
  description?: string
  metadata?: Record<string, unknown>
  success_url?: string
  cancel_url?: string
  /** `YYYY-MM-DD HH:MM:SS`, Honduras time. */
  expires_at?: string
  customer?: CustomerPrefill
  lock_customer_fields?: boolean
  sales_tax_type?: 'none' | 'fixed' | 'percentage'
  /** Decimal string, like every amount and percentage here. */
  sales_tax_value?: string
  tip_enabled?: boolean
  tip_customer_selectable?: boolean
  tip_preset_percentages?: string[]
  tip_allow_custom?: boolean
  service_fee_enabled?: boolean
}

/** Query of `GET /payments` (4.2). `from` and `to` are Honduras days, `to` inclusive. */
export interface ListPaymentsQuery {
  page?: number
  per_page?: number
  status?: PaymentState
  external_reference?: string
  from?: string
  to?: string
}

/** Limits of the API (`gateway-api.md` 8). */
export const GATEWAY_LIMITS = {
  /** Decimal units; the API enforces no maximum. */
  amountMinimum: 0.01,
  externalReferenceLength: 191,
  nameLength: 191,
  descriptionLength: 120,
  voidReasonLength: 2_000,
  salesTaxPercentageMaximum: 100,
  perPageDefault: 20,
  /** Attempts that the portal lists per environment (6.1). */
  portalDeliveryHistory: 10,
  /** Observed, not guaranteed. */
  authenticationUrlValidityMs: 15 * 60_000,
} as const
