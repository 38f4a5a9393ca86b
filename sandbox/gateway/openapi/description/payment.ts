import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../../src/contract/create-payment.ts'
import { PAYMENT_STATES } from '../../../../src/contract/payment-states.ts'
import { checkPayment } from './payment-rules.ts'
import {
  alphabeticCurrency,
  amount,
  hondurasTime,
  numericCurrency,
  transactionId,
  warnings,
} from './values.ts'

export const paymentState = z.enum(PAYMENT_STATES).meta({ id: 'PaymentState', example: 'paid' })

export const paymentId = z.int().positive().meta({
  description: 'Numeric; only `GET /payments/{id}` goes by it.',
  example: 10452,
})

const text = z.string().nullable()

const customer = z
  .strictObject({ name: text, email: text, phone: text, identity_number: text })
  .meta({
    id: 'PaymentCustomer',
    description: 'The prefill of the checkout, echoed.',
    example: { name: 'Ana Mejía', email: 'ana@example.hn', phone: null, identity_number: null },
  })

const filledMetadata = z
  .record(z.string(), z.unknown())
  .refine((value) => Object.keys(value).length > 0, 'empty metadata is an empty array here')
  .meta({ minProperties: 1 })

const emptyList = z.array(z.unknown()).max(0)

/** Payment object with exactly these fields (2.1). */
const fields = {
  id: paymentId,
  status: paymentState,
  name: z.string().meta({
    description: 'What the customer sees at the checkout.',
    example: 'Order #1001',
  }),
  description: text,
  amount: amount.meta({ description: 'As requested.', example: 125.5 }),
  reusable: z.boolean(),
  subtotal: amount,
  sales_tax_amount: amount,
  service_fee_amount: amount,
  total: amount.meta({
    description: 'What is charged: subtotal, sales tax and service fee together.',
    example: 129.89,
  }),
  currency: numericCurrency,
  currency_iso: alphabeticCurrency,
  external_reference: z.string().meta({ description: 'Not unique.', example: '1001' }),
  metadata: z.union([filledMetadata, emptyList]).meta({
    description: 'As it was given. An empty one is an empty array.',
    example: { cart: 'c-1' },
  }),
  customer,
  lock_customer_fields: z.boolean(),
  checkout_url: z.url().meta({
    description: 'Where the customer pays. Its form is no promise: do not build or match it.',
    example: 'https://pay.example/abcdefghijkl',
  }),
  transaction_id: transactionId.nullable().meta({
    description: 'Null until a charge is attempted; its presence does not mean paid.',
  }),
  refunded_amount: amount.optional().meta({
    description: 'On paid and on voided payments. A void sets it although nothing was refunded.',
    example: 0,
  }),
  refund_status: z.enum(['none', 'partial', 'full']).meta({
    description: 'Also the full amount after a void: `status` distinguishes void and refund.',
  }),
  expires_at: hondurasTime.nullable(),
  created_at: hondurasTime,
  paid_at: hondurasTime.nullable().meta({ description: 'Null until paid.' }),
}

const pendingExample = {
  id: 10452,
  status: 'pending',
  name: 'Order #1001',
  description: null,
  amount: 125.5,
  reusable: false,
  subtotal: 125.5,
  sales_tax_amount: 0,
  service_fee_amount: 4.39,
  total: 129.89,
  currency: '340',
  currency_iso: 'HNL',
  external_reference: '1001',
  metadata: {},
  customer: { name: 'Ana Mejía', email: 'ana@example.hn', phone: null, identity_number: null },
  checkout_url: 'https://pay.example/abcdefghijkl',
  transaction_id: null,
  refund_status: 'none',
  expires_at: null,
  created_at: '2026-11-20 18:30:00',
  paid_at: null,
}

export const paidExample = {
  ...pendingExample,
  status: 'paid',
  metadata: { cart: 'c-1' },
  lock_customer_fields: false,
  transaction_id: '9f0c2e5a-8a4e-4a53-9b1c-0f4f7d2f7c11',
  refunded_amount: 0,
  paid_at: '2026-11-20 20:00:00',
}

/** The payment in retrieval, list and webhooks. */
export const payment = z.strictObject(fields).superRefine(checkPayment).meta({
  id: 'Payment',
  description: 'A payment (2.1).',
  example: paidExample,
})

/**
 * The payment in the creation response (4.3), not only pending: a reusable payment or reused
 * idempotency key can return an existing one.
 */
export const createdPayment = z
  .strictObject({
    ...fields,
    metadata: z.record(z.string(), z.unknown()).meta({
      description: 'As it was given. An empty one is an empty object.',
    }),
    lock_customer_fields: fields.lock_customer_fields.optional().meta({
      description: 'May be absent from this answer.',
    }),
    warnings: warnings.optional(),
  })
  .superRefine(checkPayment)
  .meta({
    id: 'CreatedPayment',
    description: 'The payment as creation answers (2.1, 4.3): pending and not charged when new.',
    example: pendingExample,
  })

/** The payment in the void response (4.6). */
export const voidedPayment = z
  .strictObject({ ...fields, status: z.literal('voided'), warnings: warnings.optional() })
  .superRefine(checkPayment)
  .meta({
    id: 'VoidedPayment',
    description: 'The payment after its charge was voided (4.6).',
    example: {
      ...paidExample,
      status: 'voided',
      refunded_amount: 129.89,
      refund_status: 'full',
    },
  })

/** The payment in refund events (2.1). */
export const refundedPayment = z
  .strictObject({
    ...fields,
    refund_amount: amount.meta({
      description: 'Of this refund alone; or, by the profile, the sum so far.',
    }),
    refunded_at: hondurasTime,
    refund_reason: z.string().nullable(),
  })
  .superRefine(checkPayment)
  .meta({
    id: 'RefundedPayment',
    description: 'The payment with the refund of the event (2.1).',
    example: {
      ...paidExample,
      status: 'partially_refunded',
      refunded_amount: 25.5,
      refund_status: 'partial',
      refund_amount: 25.5,
      refunded_at: '2026-11-22 09:15:00',
      refund_reason: null,
    },
  })

/** Section 2.2. */
export const paymentPageBody = z
  .strictObject({
    data: z.array(payment),
    meta: z.strictObject({
      current_page: z.int().min(1),
      per_page: z.int().min(1),
      total: z.int().min(0).meta({ description: 'All that match the filters, not this page.' }),
      last_page: z.int().min(1),
    }),
  })
  .meta({
    id: 'PaymentPage',
    example: {
      data: [paidExample],
      meta: { current_page: 1, per_page: GATEWAY_LIMITS.perPageDefault, total: 1, last_page: 1 },
    },
  })
