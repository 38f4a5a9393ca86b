import { z } from 'zod'
import {
  alphabeticCurrency,
  externalReference,
  paymentMethodId,
  requestedAmount,
  requestMetadata,
  transactionId,
} from './values.ts'

const fields = {
  id: paymentMethodId,
  card_brand: z.string().meta({ example: 'visa' }),
  last_four: z
    .string()
    .regex(/^\d{4}$/)
    .meta({ example: '1111' }),
  exp_month: z.int().min(1).max(12),
  exp_year: z.int(),
  is_default: z.boolean(),
}

const example = {
  id: 'pm_7Qd2mYx0',
  card_brand: 'visa',
  last_four: '1111',
  exp_month: 12,
  exp_year: 2028,
  is_default: true,
}

/** Section 2.5. */
export const savedPaymentMethod = z.strictObject(fields).meta({
  id: 'SavedPaymentMethod',
  description: 'A saved card as its event carries it (2.5).',
  example,
})

/** Section 4.10. Loose: the contract does not show further fields. */
export const paymentMethodList = z
  .strictObject({
    data: z.array(
      z.looseObject(fields).meta({
        id: 'PaymentMethod',
        description: 'A saved card. Fields beyond these: not shown (2.5).',
        example,
      }),
    ),
  })
  .meta({ id: 'PaymentMethodList', example: { data: [example] } })

/** Section 4.10. */
export const listPaymentMethodsParameters = z.object({
  'customer[identity_number]': z.string().optional().meta({
    description: 'Preferred.',
    example: '0801199012345',
  }),
  'customer[email]': z.string().optional().meta({
    description: 'When the identity number is not known.',
  }),
})

const chargeFields = {
  amount: requestedAmount,
  currency_code: alphabeticCurrency.optional().meta({
    description: 'Alphabetic here, unlike in the creation of a payment.',
  }),
  external_reference: externalReference.optional(),
  metadata: requestMetadata.optional(),
}

/** Section 4.12, card in the path. */
export const chargeBody = z
  .looseObject(chargeFields)
  .meta({ id: 'Charge', example: { amount: 125.5, currency_code: 'HNL' } })

/** Section 4.12, card in the body; `currency_code` is documented only as a string. */
export const tokenChargeBody = z
  .looseObject({
    ...chargeFields,
    currency_code: z.string().optional(),
    payment_token: paymentMethodId,
  })
  .meta({
    id: 'TokenCharge',
    example: { payment_token: 'pm_7Qd2mYx0', amount: 125.5, currency_code: 'HNL' },
  })

/** Section 2.5. */
export const charge = z.looseObject({ id: transactionId }).meta({
  id: 'ChargeResult',
  description: 'Fields beyond `id`, the UUID of the transaction: not shown (2.5).',
  example: { id: '9f0c2e5a-8a4e-4a53-9b1c-0f4f7d2f7c11' },
})
