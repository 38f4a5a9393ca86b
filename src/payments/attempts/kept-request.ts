import { z } from 'zod'
import type { CreatePaymentRequest } from '../../contract/create-payment.ts'
import type { PaymentRow } from '../../db/db.ts'
import type { Confirmation } from '../../gateway/confirm.ts'
import type { SavedCardCharge } from '../../gateway/saved-cards.ts'

// Bodies committed with an intent. Loose schemas: a retry sends the same body, even from an earlier
// version.

const keptCreation: z.ZodType<CreatePaymentRequest> = z.looseObject({
  amount: z.string(),
  external_reference: z.string(),
  name: z.string(),
  currency_code: z.string().optional(),
  description: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  success_url: z.string().optional(),
  cancel_url: z.string().optional(),
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
  sales_tax_value: z.string().optional(),
  tip_enabled: z.boolean().optional(),
  tip_customer_selectable: z.boolean().optional(),
  tip_preset_percentages: z.array(z.string()).optional(),
  tip_allow_custom: z.boolean().optional(),
  service_fee_enabled: z.boolean().optional(),
})

const keptCharge = z.looseObject({
  amount: z.string(),
  currency: z.string(),
  external_reference: z.string(),
  metadata: z.record(z.string(), z.unknown()),
})

const keptConfirmation = keptCharge.extend({
  success_redirect_url: z.string().optional(),
  failed_redirect_url: z.string().optional(),
  description: z.string().optional(),
})

type Kept = Pick<PaymentRow, 'request'>

export const creationOf = ({ request }: Kept): CreatePaymentRequest => keptCreation.parse(request)

export const cardChargeOf = ({ request }: Kept): SavedCardCharge => keptCharge.parse(request)

export const confirmationOf = ({ request }: Kept): Omit<Confirmation, 'token' | 'publishableKey'> =>
  keptConfirmation.parse(request)
