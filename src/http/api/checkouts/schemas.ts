import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../contract/create-payment.ts'
import { ALERT_KINDS } from '../../../db/tables/alerts.ts'
import { CHECKOUT_MODES } from '../../../db/tables/orders.ts'
import { PaymentId } from '../../../domain/ids.ts'
import { NOT_AN_AMOUNT } from '../../../domain/typed-amount.ts'
import { TEXTS } from '../../../locales/texts.ts'
import type { NotificationType } from '../../../payments/ports/notification.ts'
import { orderIdText } from '../../../payments/ports/order-texts.ts'
import { REFUND_RESOLUTIONS } from '../../../payments/refunds/rules/decide-answer.ts'
import { PLANNED_STEPS } from '../../../payments/refunds/rules/planned-step.ts'
import { WAITING_FOR, WAITING_FOR_MEANINGS } from '../../../payments/tasks/rules/waiting.ts'
import { instantText } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { orderView, paymentView, refundFields, savedCardView } from '../../../wire/order-view.ts'
import { toMoney } from '../../requests/typed-money.ts'
import { pageFields, pageOf } from '../merchant/pages.ts'
import { customer, longText, metadata } from './decoration.ts'

const webUrl = z.url({ protocol: /^https?$/, error: TEXTS.en.validation.httpAddress }).max(2_000)

/** Leaves a missing amount to the general words. */
export const amountError = ({ input }: { input?: unknown }): string | undefined =>
  input === undefined ? undefined : NOT_AN_AMOUNT.en

export const TYPED_AMOUNTS =
  'Puente accepts common notations if they are unambiguous (`1,450.00`, `1.450,00`, `1 450,00`, `1450,50`), and refuses others, such as `1,450` or `1.450` lempiras. Responses contain the plain decimal.'

const order = z
  .strictObject({
    id: orderIdText(GATEWAY_LIMITS.externalReferenceLength).meta({
      description: "The shop's id of the order.",
      example: 'A-1',
    }),
    number: longText(100).meta({
      description: 'Order number that the customer sees. A JSON number becomes text.',
      example: '1001',
    }),
    amount: z.string({ error: amountError }).meta({
      description: `A decimal string such as \`"125.50"\`, never a JSON number. ${TYPED_AMOUNTS}`,
      example: '125.50',
    }),
    currency: z.string().meta({
      description: 'Alphabetic ISO 4217 currency code.',
      example: 'HNL',
    }),
    description: longText(1_000).meta({
      description:
        'Puente keeps the first 1,000 characters and sends the first 120 to the gateway.',
      example: 'Café de altura',
    }),
    customer,
    metadata,
  })
  .transform(({ amount, currency, ...rest }, context) => ({
    ...rest,
    amount: toMoney({ amount, currency }, context),
  }))

export const checkoutRequest = z
  .strictObject({
    order,
    success_url: webUrl.optional().meta({
      description:
        'The page that customers return to after the payment is confirmed. Its origin may frame the card page.',
      example: 'https://shop.example/thanks',
    }),
    cancel_url: webUrl.optional().meta({
      description:
        'The page that customers return to if they cancel the checkout. Its origin may frame the card page.',
      example: 'https://shop.example/cart',
    }),
    expires_in_minutes: z.int().min(1).max(525_600).optional().meta({
      description: 'Minutes until the checkout expires. By default, it never expires.',
      example: 60,
    }),
    locale: z.enum(['es', 'en', 'auto']).optional().meta({
      description:
        "Language of the customer's pages. `auto` selects the browser's language for the pages, and the language of this request's `Accept-Language`, or the store's, for texts at the gateway (`Pedido 1001`). Defaults to the store's language.",
      example: 'es',
    }),
    mode: z.enum(CHECKOUT_MODES).optional().meta({
      description:
        "Page that the pay link opens: the gateway's checkout (`hosted`), or Puente's page with the gateway's card fields (`card_page`), which creates no payment until the customer confirms. Defaults to the store's policy.",
      example: 'hosted',
    }),
    payment_method: plainText(191).optional().meta({
      description:
        'Saved card (`pm_…`) to charge immediately, without the customer. By default, Puente creates a checkout.',
      example: 'pm_8f14e45fceea167a5a36dedd',
    }),
    on_decline: z.enum(['checkout', 'stop']).optional().meta({
      description:
        "Action after a decline of the saved card: `checkout` creates a checkout for the order, `stop` does nothing. Defaults to the store's policy.",
      example: 'checkout',
    }),
  })
  .meta({
    id: 'CheckoutRequest',
    example: {
      order: {
        id: 'A-1',
        number: '1001',
        amount: '125.50',
        currency: 'HNL',
        customer: { name: 'Ana Mejía', email: 'ana@example.com' },
      },
    },
  })

export const payUrl = z.string().meta({
  description: 'Durable link to the payment page of the order.',
  example: 'https://puente.example/pay/XR2DDWQgUo0lHxzSsLTzoHNg',
})

export const waitFields = {
  waiting_for: z
    .enum(WAITING_FOR)
    .nullable()
    .meta({
      description: `Reason for waiting; \`null\` if it is running or has ended.\n\n${WAITING_FOR.map((name) => `- \`${name}\`: ${WAITING_FOR_MEANINGS[name]}`).join('\n')}`,
      example: null,
    }),
  waiting_until: z.iso.datetime().nullable().meta({
    description:
      'Latest time of the next attempt; `null` if unknown. A response from the gateway or the shop, or a manual retry, can bring it forward.',
    example: null,
  }),
}

export const refundView = refundFields
  .extend({
    ...waitFields,
    next_step: z.enum(PLANNED_STEPS).nullable().meta({
      description:
        'Next step, at `waiting_until`. `send`: Puente sends the refund to the gateway. `look_up`: Puente checks whether the gateway made it. `answer`: a person resolves it. `approval`: a second person decides. `null`: the refund has ended.',
      example: null,
    }),
    resend_from: z.iso.datetime().nullable().meta({
      description:
        'Earliest time at which Puente resends an unanswered refund that the gateway does not show; otherwise `null`.',
      example: null,
    }),
  })
  .meta({ id: 'Refund' })

const refunds = z.array(refundView).meta({ description: 'Voids and refunds, oldest first.' })

export const orderWithPayment = z
  .object({
    order: orderView,
    payment: paymentView.nullable(),
    refunds,
    pay_url: payUrl,
  })
  .meta({ id: 'OrderWithPayment' })

export const checkoutResponse = orderWithPayment
  .extend({
    payment: paymentView
      .nullable()
      .meta({ description: '`null` until the customer confirms a payment on the card page.' }),
    declined: z
      .object({
        code: z
          .string()
          .meta({ description: "The processor's decline code, for programs to branch on." }),
        message: z
          .string()
          .nullable()
          .meta({ description: "The processor's message, for the merchant." }),
        customer_message: z.string().meta({
          description: "Explanation for the customer, in the order's language.",
          example: 'La tarjeta está vencida. No se le cobró nada; pruebe con otra.',
        }),
      })
      .nullable()
      .meta({ description: 'Decline of the saved card that this checkout replaces.' }),
  })
  .meta({ id: 'Checkout' })

export const orderWithPayments = orderWithPayment
  .extend({
    payments: z.array(paymentView).meta({
      description:
        'All payments of the order at the gateway, including both charges of an order paid twice.',
    }),
  })
  .meta({ id: 'OrderWithPayments' })

const httpsUrl = z.url({ protocol: /^https$/, error: TEXTS.en.validation.httpsAddress }).max(2_000)

export const confirmRequest = z
  .strictObject({
    payment_token: plainText(191).meta({
      description: "Single-use token from the gateway's browser SDK.",
      example: 'tok_8f14e45fceea167a5a36dedd',
    }),
    success_redirect_url: httpsUrl.optional().meta({
      description: 'The page that customers return to after a successful authentication.',
    }),
    failed_redirect_url: httpsUrl.optional().meta({
      description: 'The page that customers return to after a failed authentication.',
    }),
  })
  .meta({ id: 'ConfirmRequest' })

export const confirmResponse = z
  .object({
    order: orderView,
    payment: paymentView,
    authentication_url: z.string().nullable().meta({
      description:
        'Address of the authentication page; `null` if none is needed. Redirect the customer immediately, in the whole window or a visible frame; never store it.',
    }),
  })
  .meta({ id: 'ConfirmationOfOrder' })

export const refundRequest = z
  .strictObject({
    amount: z
      .string({ error: amountError })
      .optional()
      .meta({
        description: `A decimal string in the currency of the payment. Defaults to the remaining refundable amount. ${TYPED_AMOUNTS}`,
        example: '25.50',
      }),
    currency: z.string().optional().meta({
      description: 'Expected currency. Puente refuses the request if the payment has another one.',
      example: 'HNL',
    }),
    shown_decimals: z.int().min(0).max(4).optional().meta({
      description:
        'Number of decimals that the store displays, if it is fewer than the currency has. An `amount` that equals the rounded remainder of the order refunds the exact remainder: with 0 decimals, `28` refunds an order of 27.50 in full.',
      example: 0,
    }),
    reason: longText(GATEWAY_LIMITS.voidReasonLength).meta({ example: 'One jar arrived broken' }),
    payment_id: plainText(191).pipe(PaymentId).optional().meta({
      description:
        'Payment to refund, such as the duplicate of an order that was paid twice. Defaults to the effective payment.',
      example: 'pay_01kadq2v7w8x9y0z1a2b3c4d5e',
    }),
    first_asked_at: instantText.optional().meta({
      description:
        "Time of your first request for this refund, if you lost its response. Puente treats a refund of the same amount in the gateway's portal since then as this refund.",
      example: '2026-11-22T05:20:00Z',
    }),
  })
  .meta({ id: 'RefundRequest' })

export const refundCancellation = z
  .strictObject({
    idempotency_key: z.string().min(1).max(191).meta({
      description: 'Idempotency-Key of the refund request.',
      example: 'shop-refund-17',
    }),
  })
  .meta({ id: 'RefundCancellation' })

export const refundResolution = z
  .strictObject({
    resolution: z.enum(REFUND_RESOLUTIONS).meta({
      description:
        "- `already_made`: the gateway's portal shows this refund, so Puente sends nothing\n- `refund_anyway`: the portal shows a different refund, so Puente sends this one",
      example: 'already_made',
    }),
  })
  .meta({ id: 'RefundResolution' })

export const refundResponse = z
  .object({
    refund: refundView,
    order: orderView,
    message: z.string().meta({
      description:
        "Status of the refund in one sentence, with amount, currency, payment and next step. Uses the language of `Accept-Language`, or the store's.",
      example:
        'L 25.50 of attempt 1 (paid Nov 22, 2026, 4:03 PM Honduras time, payment 71 at the gateway) was refunded. The customer sees it on the card in a few days.',
    }),
  })
  .meta({ id: 'RefundOfOrder' })

export const readOrderQuery = z.strictObject({
  ask: z
    .enum(['1', 'true', '0', 'false'])
    .optional()
    .transform((value) => value === '1' || value === 'true')
    .meta({
      description:
        'Also polls the gateway for a pending payment, or for the charge of a paid order, at most every few seconds. This response does not wait for the result; read the order again.',
    }),
})

export const orderListQuery = z.strictObject({
  status: z.enum(orderView.shape.status.options).optional(),
  number: plainText(100).optional().meta({
    description:
      'Order number in any common notation (`7001`, `#7001`, `N° 7001`). Each page lists exact matches first.',
    example: '7001',
  }),
  created_from: instantText.optional().meta({ description: 'Created at this time or later.' }),
  created_to: instantText.optional().meta({ description: 'Created before this time.' }),
  ...pageFields,
  search: plainText(191).optional().meta({
    description:
      'Order number in any common notation (`7001`, `#7001`, `N° 7001`), your id, an id of Puente or the gateway (payment, charge, transaction), the customer’s e-mail or words of their name, or the last four digits of a saved card. Replaces all other filters. Lists exact matches first, then the newest.',
    example: 'ana@example.com',
  }),
})

export const orderList = pageOf(orderWithPayment, 'OrderList')

export const receipt = z
  .object({
    transaction_id: z.string().meta({ example: 'f3e1f0b4-a2f5-4154-9ef5-8d198e95cf5e' }),
    receipt_url: z.string().meta({
      description: 'Public page of the receipt at the gateway.',
      example: 'https://gateway.example/receipts/f3e1f0b4-a2f5-4154-9ef5-8d198e95cf5e',
    }),
  })
  .meta({ id: 'Receipt' })

export const receiptQuery = z.strictObject({
  payment_id: plainText(64).optional().meta({
    description: 'Payment whose receipt to read. Defaults to the effective payment.',
    example: 'pay_01kadq2v7w8x9y0z1a2b3c4d5e',
  }),
})

export const receiptPdfQuery = receiptQuery.extend({
  language: z.enum(['es', 'en']).optional().meta({
    description:
      "Language to request from the gateway. Defaults to that of `Accept-Language`, else the order's.",
    example: 'es',
  }),
})

export const pdf = z.string().meta({ format: 'binary' })

export const savedCardQuery = z
  .strictObject({
    identity_number: plainText(50).optional().meta({
      description: 'Identity number of the customer. Takes precedence over `email`.',
      example: '0801-1990-12345',
    }),
    email: plainText(191).optional().meta({ example: 'ana@example.com' }),
  })
  .refine(({ identity_number, email }) => Boolean(identity_number ?? email), {
    path: ['identity_number'],
    error: 'Send an identity number or an e-mail address',
  })

export const savedCardListView = z
  .object({ data: z.array(savedCardView) })
  .meta({ id: 'SavedCardList' })

export const savedCardRevoked = z
  .object({ id: z.string(), revoked: z.literal(true) })
  .meta({ id: 'SavedCardRevoked' })

export const alertView = z
  .object({
    id: z.string().meta({ example: 'prb_12' }),
    kind: z.enum(ALERT_KINDS).meta({
      description: 'Kind of the alert; branch on this.',
      example: 'order_paid_twice',
    }),
    what: z
      .string()
      .describe(
        "Event that opened the alert, with amount and order if it concerns money. Uses the language of `Accept-Language`, or the store's.",
      )
      .meta({
        example: 'Order 1027 was charged twice (L 100.00 each).',
      }),
    why: z
      .string()
      .describe(
        'Cause, with the payment if it concerns money, and the last error if there is one.',
      ),
    todo: z.string().describe('Recommended action, with amount and payment if it concerns money.'),
    order_id: z.string().nullable().meta({
      description: "The shop's id of the affected order.",
      example: 'A-1',
    }),
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Further facts, which depend on `kind`.' }),
    opened_at: z.iso.datetime(),
    closed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ListedProblem' })

export const alertList = pageOf(alertView, 'ProblemList')

/** The notification of a merchant's own shop: the order as of sending. */
export const orderNotification = (type: NotificationType) =>
  z.object({
    type: z.literal(type),
    timestamp: z.iso
      .datetime()
      .describe('Time of the snapshot. Of two notifications, the later one is current.'),
    data: z.object({
      order: orderView,
      payment: paymentView.nullable(),
      payments: z.array(paymentView).meta({
        description:
          'All charged payments of the order, including both of an order paid twice. `order.effective_payment_id` names the one that pays the order.',
      }),
      refunds: z.array(refundFields).meta({ description: 'Voids and refunds, oldest first.' }),
    }),
  })

export const savedCardNotification = z.object({
  type: z.literal('payment_method.saved'),
  timestamp: z.iso.datetime().describe('Time of the notification.'),
  data: z.object({ payment_method: savedCardView }),
})

export const notificationHeaders = z.object({
  'webhook-id': z.string().meta({
    description: 'Id of the notification, equal for every delivery of it.',
    example: 'msg_01kadq2v7w8x9y0z1a2b3c4d5e',
  }),
  'webhook-timestamp': z.string().meta({
    description: 'Time of the signature in Unix seconds.',
    example: '1767225600',
  }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` with the notify secret. During a rotation, several signatures separated by spaces; accept the message if one of them matches.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
})

export const NOTIFICATION_DESCRIPTIONS: Record<NotificationType, string> = {
  'order.paid': 'An order was paid',
  'order.payment_failed':
    'A card was declined, and the order can still be paid; or the gateway refused the order for the reason in `last_payment_error`',
  'order.payment_expired': 'A payment expired or was closed',
  'order.cancelled': 'An unpaid order expired, and the store cancels such orders (`on_expiry`)',
  'order.partially_refunded': 'An order was refunded in part',
  'order.refunded': 'An order was refunded in full',
  'order.voided': 'A charge was voided before settlement',
  'order.attention_required': 'The payments of an order need attention; `conflict` has the reason',
  'order.updated':
    'The payments of an order changed in a way that no other event reports: a conflict ended, a duplicate charge was refunded, or another payment became the effective one',
}
