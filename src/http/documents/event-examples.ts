import type { z } from 'zod'
import type { NotificationType } from '../../payments/ports/notification.ts'
import type { orderView, paymentView, refundFields } from '../../wire/order-view.ts'
import type { orderNotification, savedCardNotification } from '../api/checkouts/schemas.ts'

type Order = z.output<typeof orderView>
type Payment = z.output<typeof paymentView>
type Refund = z.output<typeof refundFields>
type OrderNotification = z.output<ReturnType<typeof orderNotification>>

const PAYMENT_ID = 'pay_01kadq2v7w8x9y0z1a2b3c4d5e'
const LATER_PAYMENT_ID = 'pay_01kadq4m2n3p4q5r6s7t8v9w0x'
const PAID_AT = '2026-11-22T15:04:05.000Z'

const paidOrder: Order = {
  id: 'A-1',
  number: '1001',
  amount: '125.50',
  currency: 'HNL',
  source: 'storefront',
  status: 'paid',
  conflict: null,
  effective_payment_id: PAYMENT_ID,
  last_payment_error: null,
  description: null,
  customer: { name: 'Ana Mejía', email: 'ana@example.com' },
  metadata: {},
  created_at: '2026-11-22T15:00:00.000Z',
  paid_at: PAID_AT,
}

const unpaidOrder: Order = {
  ...paidOrder,
  status: 'awaiting_payment',
  effective_payment_id: null,
  paid_at: null,
}

const paidPayment: Payment = {
  id: PAYMENT_ID,
  attempt: 1,
  mode: 'hosted',
  state: 'paid',
  decline: null,
  decline_count: 0,
  last_declined_at: null,
  amount: '125.50',
  currency: 'HNL',
  total: '130.75',
  service_fee: '5.25',
  sales_tax: '0.00',
  tip: '0.00',
  refunded_amount: '0.00',
  checkout_url: 'https://gateway.example/checkout/abc123',
  gateway_payment_id: '71',
  transaction_id: 'f3e1f0b4-a2f5-4154-9ef5-8d198e95cf5e',
  expires_at: '2026-11-23T15:00:00.000Z',
  created_at: '2026-11-22T15:00:01.000Z',
  paid_at: PAID_AT,
}

const pendingPayment: Payment = {
  ...paidPayment,
  state: 'pending',
  total: null,
  service_fee: null,
  sales_tax: null,
  tip: null,
  transaction_id: null,
  paid_at: null,
}

const laterPayment: Payment = {
  ...paidPayment,
  id: LATER_PAYMENT_ID,
  attempt: 2,
  mode: 'card_page',
  checkout_url: null,
  gateway_payment_id: '72',
  transaction_id: '0c7f2f5e-6f2a-4f0e-9d3b-3f7f5f0b8a11',
  created_at: '2026-11-22T15:03:00.000Z',
  paid_at: '2026-11-22T15:04:40.000Z',
}

const refund: Refund = {
  id: 'ref_01kadq2v7w8x9y0z1a2b3c4d5e',
  payment_id: PAYMENT_ID,
  kind: 'refund',
  origin: 'store',
  amount: '25.50',
  currency: 'HNL',
  reason: 'One jar arrived broken',
  state: 'succeeded',
  refusal: null,
  approval: null,
  needs_attention: null,
  created_at: '2026-11-23T16:00:00.000Z',
  done_at: '2026-11-23T16:00:02.000Z',
}

const notificationOf = (
  type: NotificationType,
  timestamp: string,
  {
    order = paidOrder,
    payment = paidPayment,
    payments = [payment],
    refunds = [],
  }: { order?: Order; payment?: Payment; payments?: Payment[]; refunds?: Refund[] } = {},
): OrderNotification => ({ type, timestamp, data: { order, payment, payments, refunds } })

const refundedPayment = (state: Payment['state'], amount: string): Payment => ({
  ...paidPayment,
  state,
  refunded_amount: amount,
})

/** One notification of each type, as a shop receives it. */
export const EVENT_EXAMPLES: Readonly<Record<NotificationType, OrderNotification>> = {
  'order.paid': notificationOf('order.paid', '2026-11-22T15:04:06.120Z'),
  'order.payment_failed': notificationOf('order.payment_failed', '2026-11-22T15:02:11.480Z', {
    order: unpaidOrder,
    payment: {
      ...pendingPayment,
      decline: { code: '51', message: 'Insufficient funds' },
      decline_count: 1,
      last_declined_at: '2026-11-22T15:02:10.000Z',
    },
    payments: [],
  }),
  'order.payment_expired': notificationOf('order.payment_expired', '2026-11-23T15:00:03.900Z', {
    order: { ...unpaidOrder, status: 'payment_expired' },
    payment: { ...pendingPayment, state: 'expired' },
    payments: [],
  }),
  'order.cancelled': notificationOf('order.cancelled', '2026-11-23T15:00:03.900Z', {
    order: { ...unpaidOrder, status: 'cancelled' },
    payment: { ...pendingPayment, state: 'expired' },
    payments: [],
  }),
  'order.partially_refunded': notificationOf(
    'order.partially_refunded',
    '2026-11-23T16:00:02.710Z',
    {
      order: { ...paidOrder, status: 'partially_refunded' },
      payment: refundedPayment('partially_refunded', '25.50'),
      refunds: [refund],
    },
  ),
  'order.refunded': notificationOf('order.refunded', '2026-11-23T16:00:02.710Z', {
    order: { ...paidOrder, status: 'refunded' },
    payment: refundedPayment('refunded', '125.50'),
    refunds: [{ ...refund, amount: '125.50', reason: null }],
  }),
  'order.voided': notificationOf('order.voided', '2026-11-22T17:30:01.050Z', {
    order: { ...paidOrder, status: 'voided' },
    payment: refundedPayment('voided', '0.00'),
    refunds: [
      {
        ...refund,
        kind: 'void',
        amount: '125.50',
        reason: null,
        created_at: '2026-11-22T17:29:59.000Z',
        done_at: '2026-11-22T17:30:00.000Z',
      },
    ],
  }),
  'order.attention_required': notificationOf(
    'order.attention_required',
    '2026-11-22T15:04:41.330Z',
    {
      order: { ...paidOrder, conflict: 'paid_twice' },
      payments: [paidPayment, laterPayment],
    },
  ),
  'order.updated': notificationOf('order.updated', '2026-11-22T15:20:00.870Z', {
    payments: [paidPayment, { ...laterPayment, state: 'voided' }],
    refunds: [
      {
        ...refund,
        payment_id: LATER_PAYMENT_ID,
        kind: 'void',
        origin: 'operator',
        amount: '125.50',
        reason: null,
        created_at: '2026-11-22T15:19:58.000Z',
        done_at: '2026-11-22T15:20:00.000Z',
      },
    ],
  }),
}

export const SAVED_CARD_EXAMPLE: z.output<typeof savedCardNotification> = {
  type: 'payment_method.saved',
  timestamp: '2026-11-22T15:04:06.120Z',
  data: {
    payment_method: {
      id: 'pm_8f14e45fceea167a5a36dedd',
      brand: 'visa',
      last_four: '1111',
      exp_month: 12,
      exp_year: 2030,
      is_default: true,
    },
  },
}
