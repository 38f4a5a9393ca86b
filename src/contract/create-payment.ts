import { z } from 'zod'
import type { PaymentState } from './payment-states.ts'

/** Fields of the body of `POST /payments` (4.3), as far as Puente sends it. */
export const createPaymentFields = {
  /** Decimal units, as a numeric string to stay exact. */
  amount: z.string(),
  external_reference: z.string(),
  name: z.string(),
  /** Numeric ISO 4217 code; the gateway rejects alphabetic ones here. */
  currency_code: z.string().optional(),
  description: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  success_url: z.string().optional(),
  cancel_url: z.string().optional(),
  /** `YYYY-MM-DD HH:MM:SS`, Honduras time. */
  expires_at: z.string().optional(),
  customer: z
    .looseObject({
      name: z.string().optional(),
      email: z.string().optional(),
      phone: z.string().optional(),
      identity_number: z.string().optional(),
    })
    .optional(),
  lock_customer_fields: z.boolean().optional(),
  sales_tax_type: z.enum(['none', 'fixed', 'percentage']).optional(),
  /** Decimal string, like every amount and percentage here. */
  sales_tax_value: z.string().optional(),
  tip_enabled: z.boolean().optional(),
  tip_customer_selectable: z.boolean().optional(),
  tip_preset_percentages: z.array(z.string()).optional(),
  tip_allow_custom: z.boolean().optional(),
  service_fee_enabled: z.boolean().optional(),
}

export type CreatePaymentRequest = z.output<z.ZodObject<typeof createPaymentFields>>

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
