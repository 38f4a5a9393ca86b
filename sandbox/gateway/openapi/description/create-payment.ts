import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../../src/contract/create-payment.ts'
import { PAYMENT_STATES } from '../../../../src/contract/payment-states.ts'
import { externalReference, numericCurrency, requestedAmount, requestMetadata } from './values.ts'

const returnUrl = z.url({ protocol: /^https?$/ }).regex(/^https?:\/\//)

const tipLimit = z.number().meta({ description: 'At most `amount`.' })

/** Section 4.3. Loose: unknown fields are dropped (1.8). */
export const createPaymentBody = z
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
export const listPaymentsParameters = z.object({
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
