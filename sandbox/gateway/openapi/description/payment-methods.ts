import { z } from 'zod'
import { decline, modeDisabled, notShown, violation } from './errors.ts'
import type { ContractRoute, ResponseDescription } from './route.ts'
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

/** Section 4.10. Loose: further fields are not shown. */
const paymentMethodList = z
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
const listPaymentMethodsParameters = z.object({
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
const chargeBody = z
  .looseObject(chargeFields)
  .meta({ id: 'Charge', example: { amount: 125.5, currency_code: 'HNL' } })

/** Section 4.12, card in the body. `currency_code` is documented only as a string. */
const tokenChargeBody = z
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
const charge = z.looseObject({ id: transactionId }).meta({
  id: 'ChargeResult',
  description: 'Fields beyond `id`, the UUID of the transaction: not shown (2.5).',
  example: { id: '9f0c2e5a-8a4e-4a53-9b1c-0f4f7d2f7c11' },
})

const aboutPaymentMethods = { base: 'v1', tag: 'Payment methods' } as const

const pathParameters = z.object({ payment_method_id: paymentMethodId })

const NOT_FOUND: ResponseDescription = {
  description: 'No such saved card for this merchant. Its code: not shown.',
  bodies: [notShown],
}

const chargeRefused = (
  key: 'payment_method_id' | 'payment_token',
  route: string,
): ResponseDescription => ({
  description:
    'A field or rule is violated (no `Idempotency-Key`, too), the processor declines, or mode 3A is off.',
  bodies: [violation(`${route}Violation`), decline, modeDisabled(`${route}ModeDisabled`, key)],
})

const CHARGE_NOT_SHOWN: ResponseDescription = {
  description:
    'A card that was revoked has an error of its own; its status and code, and what a used idempotency key leads to: not shown (4, 7).',
}

/** Sections 4.10 to 4.12 (mode 3A). */
export const paymentMethodRoutes: readonly ContractRoute[] = [
  {
    ...aboutPaymentMethods,
    method: 'get',
    path: '/payment-methods',
    operationId: 'listPaymentMethods',
    summary: "A customer's saved cards",
    description: 'Also shows whether mode 3A is enabled for the account.',
    section: '4.10',
    query: listPaymentMethodsParameters,
    answers: {
      '200': { description: 'The cards; none is an empty list.', bodies: [paymentMethodList] },
      '422': {
        description: 'Mode 3A is off. Without any customer field: not shown.',
        bodies: [
          modeDisabled('ListModeDisabled', 'customer'),
          violation('PaymentMethodFilterViolation'),
        ],
      },
    },
  },
  {
    ...aboutPaymentMethods,
    method: 'delete',
    path: '/payment-methods/{payment_method_id}',
    operationId: 'revokePaymentMethod',
    summary: 'Revoke a saved card',
    description: 'Works also when mode 3A is off.',
    section: '4.11',
    pathParameters,
    answers: { '200': { description: 'Revoked. Body: not shown.' }, '404': NOT_FOUND },
  },
  {
    ...aboutPaymentMethods,
    method: 'post',
    path: '/payment-methods/{payment_method_id}/charge',
    operationId: 'chargePaymentMethod',
    summary: 'Charge a saved card',
    description: 'Without the customer; never from a browser.',
    section: '4.12',
    pathParameters,
    idempotencyKey: 'mandatory',
    body: { schema: chargeBody, required: true },
    answers: {
      '201': { description: 'Charged (2.5).', bodies: [charge] },
      '404': NOT_FOUND,
      '422': chargeRefused('payment_method_id', 'Charge'),
      '4XX': CHARGE_NOT_SHOWN,
    },
  },
  {
    ...aboutPaymentMethods,
    method: 'post',
    path: '/payments/token-charge',
    operationId: 'chargePaymentToken',
    summary: 'Charge a saved card that is named in the body',
    description: 'The same as the charge of a saved card by its path.',
    section: '4.12',
    idempotencyKey: 'mandatory',
    body: { schema: tokenChargeBody, required: true },
    answers: {
      '200': { description: 'Charged (2.5).', bodies: [charge] },
      '422': chargeRefused('payment_token', 'TokenCharge'),
      '4XX': CHARGE_NOT_SHOWN,
    },
  },
]
