import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../../src/contract/create-payment.ts'
import { PAYMENT_STATES } from '../../../../src/contract/payment-states.ts'
import { coded, violation } from './errors.ts'
import { createdPayment, payment, paymentId, paymentPageBody } from './payment.ts'
import type { ContractRoute } from './route.ts'
import { externalReference, numericCurrency, requestedAmount, requestMetadata } from './values.ts'

const returnUrl = z.url({ protocol: /^https?$/ }).regex(/^https?:\/\//)

const tipLimit = z.number().meta({ description: 'At most `amount`.' })

/** Section 4.3. Loose: unknown fields are dropped (1.8). */
const createPaymentBody = z
  .looseObject({
    amount: z.union([requestedAmount, z.string().regex(/^\d+(\.\d+)?$/)]).meta({
      description: 'Decimal units, as a number or a numeric string. No maximum is enforced.',
      example: 125.5,
    }),
    external_reference: externalReference.max(GATEWAY_LIMITS.externalReferenceLength).meta({
      description: "The merchant's order id. Not unique.",
      example: '1001',
    }),
    name: z.string().max(GATEWAY_LIMITS.nameLength).meta({
      description: 'What the customer sees at the checkout.',
      example: 'Order #1001',
    }),
    currency_code: numericCurrency.optional().meta({
      description:
        "Numeric ISO 4217 code, one that is enabled on the terminal. Without it, the terminal's own.",
    }),
    description: z.string().max(GATEWAY_LIMITS.descriptionLength).optional(),
    metadata: requestMetadata.optional(),
    success_url: returnUrl.optional().meta({
      description: 'Where the customer returns. That proves no payment.',
      example: 'https://shop.example/thanks',
    }),
    cancel_url: returnUrl.optional().meta({ example: 'https://shop.example/cart' }),
    expires_at: z.string().optional().meta({
      description:
        '`YYYY-MM-DD HH:MM:SS` in Honduras time, or ISO 8601; in the future. Without it, the link never expires.',
      example: '2026-11-21 23:59:59',
    }),
    customer: z
      .looseObject({
        name: z.string().optional(),
        email: z.string().optional(),
        phone: z.string().optional(),
        identity_number: z.string().optional(),
      })
      .optional()
      .meta({ description: 'Prefills the checkout; no customer record is made of it.' }),
    lock_customer_fields: z.boolean().optional().meta({
      description: 'The prefilled fields cannot be edited. Without it, they can.',
    }),
    reusable: z.boolean().optional().meta({
      description:
        'Payable again until it expires or is disabled. A creation like an earlier one may then answer with the payment that exists.',
    }),
    sales_tax_type: z.enum(['none', 'fixed', 'percentage']).optional().meta({
      description: 'Without it, none.',
    }),
    sales_tax_value: z
      .number()
      .min(0)
      .optional()
      .meta({
        description: `Required unless the type is none; as a percentage at most ${GATEWAY_LIMITS.salesTaxPercentageMaximum}.`,
      }),
    tip_enabled: z.boolean().optional().meta({
      description:
        'With true, exactly one of: a fixed tip (`tip_type`, `tip_value`), or one that the customer picks.',
    }),
    tip_type: z.string().optional().meta({ description: 'Allowed values: not shown.' }),
    tip_value: z.number().optional(),
    tip_customer_selectable: z.boolean().optional(),
    tip_preset_percentages: z.array(z.number()).optional(),
    tip_allow_custom: z.boolean().optional(),
    tip_min_amount: tipLimit.optional(),
    tip_max_amount: tipLimit.optional(),
    service_fee_enabled: z.boolean().optional().meta({
      description:
        'The customer bears the fee: the total is raised so that the merchant nets `amount`. Read it from the answer.',
    }),
  })
  .meta({
    id: 'CreatePayment',
    example: {
      amount: 125.5,
      external_reference: '1001',
      name: 'Order #1001',
      currency_code: '340',
      success_url: 'https://shop.example/thanks',
      customer: { name: 'Ana Mejía', email: 'ana@example.hn' },
    },
  })

const hondurasDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()

/** Section 4.2. */
const listPaymentsParameters = z.object({
  per_page: z
    .int()
    .min(1)
    .optional()
    .meta({
      description: `Without it, ${GATEWAY_LIMITS.perPageDefault}. Maximum: not shown. \`limit\` is ignored.`,
    }),
  page: z.int().min(1).optional().meta({ description: 'Counts from 1, up to `meta.last_page`.' }),
  status: z.enum(PAYMENT_STATES).optional(),
  external_reference: z.string().optional(),
  from: hondurasDay.meta({ description: 'First Honduras day of creation.', example: '2026-11-01' }),
  to: hondurasDay.meta({
    description: 'Last Honduras day of creation, inclusive.',
    example: '2026-11-30',
  }),
})

const aboutPayments = { base: 'v1', tag: 'Payments' } as const

/** Sections 4.2 to 4.4. */
export const paymentRouteDescriptions: readonly ContractRoute[] = [
  {
    ...aboutPayments,
    method: 'get',
    path: '/payments',
    operationId: 'listPayments',
    summary: 'List payments',
    description: 'Those of the merchant and environment of the key, newest first.',
    section: '4.2',
    query: listPaymentsParameters,
    answers: {
      '200': { description: 'A page of payments (2.2).', bodies: [paymentPageBody] },
      '422': { description: 'A filter is not valid.', bodies: [violation('FilterViolation')] },
    },
  },
  {
    ...aboutPayments,
    method: 'post',
    path: '/payments',
    operationId: 'createPayment',
    summary: 'Create a payment and its hosted checkout',
    description: 'Mode 1: send the customer to `checkout_url` of the answer.',
    section: '4.3',
    idempotencyKey: 'recommended',
    body: { schema: createPaymentBody, required: true },
    answers: {
      '201': { description: 'The payment (2.1).', bodies: [createdPayment] },
      '422': {
        description: 'A field or rule is violated.',
        bodies: [violation('CreationViolation')],
      },
      '4XX': {
        description: 'An idempotency key that was used before: behaviour not shown (4).',
      },
    },
  },
  {
    ...aboutPayments,
    method: 'get',
    path: '/payments/{id}',
    operationId: 'getPayment',
    summary: 'Read a payment',
    description: 'With the key of the environment in which it was created.',
    section: '4.4',
    pathParameters: z.object({ id: paymentId }),
    answers: {
      '200': { description: 'The payment as it stands (2.1).', bodies: [payment] },
      '404': {
        description: 'There is no such payment for this key.',
        bodies: [coded('PaymentNotFound', 'payment_not_found')],
      },
    },
  },
]
