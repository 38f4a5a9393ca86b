import { z } from 'zod'
import { type CreatePaymentRequest, createPaymentFields } from '../../contract/create-payment.ts'
import type { PaymentRow } from '../../db/db.ts'
import type { Confirmation } from '../../gateway/confirm.ts'
import type { SavedCardCharge } from '../../gateway/saved-cards.ts'

// Bodies committed with an intent. Loose schemas: a retry sends the same body, even from an earlier
// version.

const keptCreation = z.looseObject(createPaymentFields)

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
