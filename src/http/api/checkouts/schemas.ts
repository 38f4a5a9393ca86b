import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../contract/create-payment.ts'
import { ALERT_KINDS } from '../../../db/tables/alerts.ts'
import { CHECKOUT_MODES } from '../../../db/tables/orders.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import { PaymentId } from '../../../domain/ids.ts'
import type { Money } from '../../../domain/money.ts'
import { NOT_AN_AMOUNT, readPositiveAmount } from '../../../domain/typed-amount.ts'
import type { Localized } from '../../../locales/language.ts'
import { TEXTS } from '../../../locales/texts.ts'
import type { NotificationType } from '../../../payments/ports/notification.ts'
import { orderIdText } from '../../../payments/ports/order-texts.ts'
import { REFUND_RESOLUTIONS } from '../../../payments/refunds/rules/decide-answer.ts'
import { WAITING_FOR, WAITING_FOR_MEANINGS } from '../../../payments/tasks/rules/waiting.ts'
import { instantText } from '../../../runtime/instant.ts'
import { fieldIssue, fieldMessage } from '../../../runtime/text/field-messages.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { orderView, paymentView, refundFields, savedCardView } from '../../../wire/order-view.ts'
import { pageFields, pageOf } from '../merchant/pages.ts'
import { customer, longText, metadata } from './decoration.ts'

const webUrl = z.url({ protocol: /^https?$/, error: TEXTS.en.validation.httpAddress }).max(2_000)

const AS_PEOPLE_TYPE =
  'As people type it, it is understood where it can mean one amount only: `1,450.00`, `1.450,00`, `1 450,00`, `1450,50`. `1,450` and `1.450` lempiras are refused, with both readings. Answers have the plain decimal.'

export const NO_CURRENCY = fieldMessage('currency')

const order = z
  .strictObject({
    id: orderIdText(GATEWAY_LIMITS.externalReferenceLength).meta({
      description: "The shop's own id of the order.",
      example: 'A-1',
    }),
    number: longText(100).meta({
      description: 'What the customer knows the order by. A number is taken as its text.',
      example: '1001',
    }),
    amount: z.string({ error: NOT_AN_AMOUNT.en }).meta({
      description: `A decimal string: \`"125.50"\`. Never a number. ${AS_PEOPLE_TYPE}`,
      example: '125.50',
    }),
    currency: z.string().meta({
      description: 'Alphabetic ISO 4217 code: `HNL`.',
      example: 'HNL',
    }),
    description: longText(1_000).meta({
      description: 'Puente cuts it after 1,000 characters, and sends the gateway the first 120.',
      example: 'Café de altura',
    }),
    customer,
    metadata,
  })
  .transform((value, context) => {
    const { amount, currency, ...rest } = value
    const money = readMoney(amount, currency)
    if (!money.ok) {
      context.addIssue(fieldIssue([money.path], money.message))
      return z.NEVER
    }
    return { ...rest, amount: money.money }
  })

const readMoney = (
  amount: string,
  currencyCode: string,
): { ok: true; money: Money } | { ok: false; path: 'amount' | 'currency'; message: Localized } => {
  const currency = currencyByCode(currencyCode)
  if (!currency) return { ok: false, path: 'currency', message: NO_CURRENCY }
  const read = readPositiveAmount(amount, currency)
  return read.ok ? read : { ...read, path: 'amount' }
}

export const checkoutRequest = z
  .strictObject({
    order,
    success_url: webUrl.optional().meta({
      description: 'Where the customer goes once the payment is confirmed.',
      example: 'https://shop.example/thanks',
    }),
    cancel_url: webUrl.optional().meta({
      description: 'Where the customer goes who does not want to pay.',
      example: 'https://shop.example/cart',
    }),
    expires_in_minutes: z.int().min(1).max(525_600).optional().meta({
      description: 'How long the order can be paid. Without it, it does not expire.',
      example: 60,
    }),
    locale: z.enum(['es', 'en', 'auto']).optional().meta({
      description:
        "The language of the customer's pages. `auto`: that of the browser that opens them; what the gateway shows (`Pedido 1001`) is then in the language of this request's `Accept-Language`, or the store's. Without it, the store's.",
      example: 'es',
    }),
    mode: z.enum(CHECKOUT_MODES).optional().meta({
      description:
        "Where the pay link leads: to the gateway's checkout (`hosted`) or to Puente's own page with the gateway's card fields (`card_page`, which makes no payment before the customer confirms). Without it, the store's policy.",
      example: 'hosted',
    }),
    payment_method: plainText(191).optional().meta({
      description:
        'A saved card (`pm_…`) to charge now, without the customer. Without it, the order gets a checkout.',
      example: 'pm_8f14e45fceea167a5a36dedd',
    }),
    on_decline: z.enum(['checkout', 'stop']).optional().meta({
      description:
        "What follows when the saved card is declined: a checkout for the order, or nothing. Without it, the store's policy.",
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

const payUrl = z.string().meta({
  description: 'The durable link at which the customer pays this order.',
  example: 'https://puente.example/pay/XR2DDWQgUo0lHxzSsLTzoHNg',
})

export const waitFields = {
  waiting_for: z
    .enum(WAITING_FOR)
    .nullable()
    .meta({
      description: `What it waits for; \`null\`: nothing, it is under way or has ended.\n\n${WAITING_FOR.map((name) => `- \`${name}\`: ${WAITING_FOR_MEANINGS[name]}`).join('\n')}`,
      example: null,
    }),
  waiting_until: z.iso.datetime().nullable().meta({
    description:
      'When Puente looks at it next, at the latest; `null` where nobody knows. It is earlier as soon as the gateway or the shop answers, or somebody wants it tried.',
    example: null,
  }),
}

export const refundView = refundFields.extend(waitFields).meta({ id: 'Refund' })

const refunds = z.array(refundView).meta({ description: 'Voids and refunds, the first one first.' })

export const checkoutResponse = z
  .object({
    order: orderView,
    payment: paymentView
      .nullable()
      .meta({ description: '`null` before the customer confirms one on the card page.' }),
    declined: z
      .object({
        code: z.string().meta({ description: "The processor's; branch on it." }),
        message: z.string().nullable().meta({ description: "The processor's words, for you." }),
        customer_message: z.string().meta({
          description: "A plain sentence for the customer, in the order's language.",
          example: 'La tarjeta está vencida. No se le cobró nada; pruebe con otra.',
        }),
      })
      .nullable()
      .meta({ description: 'The saved card was declined, and this checkout takes its place.' }),
    refunds,
    pay_url: payUrl,
  })
  .meta({ id: 'Checkout' })

export const orderWithPayment = z
  .object({
    order: orderView,
    payment: paymentView.nullable(),
    refunds,
    pay_url: payUrl,
  })
  .meta({ id: 'OrderWithPayment' })

export const orderWithPayments = orderWithPayment
  .extend({
    payments: z.array(paymentView).meta({
      description: 'Every attempt that the gateway has; of an order paid twice, both charges.',
    }),
  })
  .meta({ id: 'OrderWithPayments' })

const httpsUrl = z.url({ protocol: /^https$/, error: TEXTS.en.validation.httpsAddress }).max(2_000)

export const confirmRequest = z
  .strictObject({
    payment_token: plainText(191).meta({
      description: "The single-use token of the gateway's browser SDK.",
      example: 'tok_8f14e45fceea167a5a36dedd',
    }),
    success_redirect_url: httpsUrl.optional().meta({
      description: 'Where the customer goes after authenticating, if that is asked for.',
    }),
    failed_redirect_url: httpsUrl.optional().meta({
      description: 'Where the customer goes whose authentication failed.',
    }),
  })
  .meta({ id: 'ConfirmRequest' })

export const confirmResponse = z
  .object({
    order: orderView,
    payment: paymentView,
    authentication_url: z.string().nullable().meta({
      description:
        'Send the customer there at once, in the whole window or a visible one; do not store it.',
    }),
  })
  .meta({ id: 'ConfirmationOfOrder' })

export const refundRequest = z
  .strictObject({
    amount: z
      .string({ error: NOT_AN_AMOUNT.en })
      .optional()
      .meta({
        description: `A decimal string in the currency of the payment. Without it, all that is left. ${AS_PEOPLE_TYPE}`,
        example: '25.50',
      }),
    currency: z.string().optional().meta({
      description: 'For shops that want to be sure: has to be the currency of the payment.',
      example: 'HNL',
    }),
    shown_decimals: z
      .int()
      .min(0)
      .max(4)
      .optional()
      .meta({
        description:
          'Decimals that the store shows, if it rounds amounts to fewer than the currency has. An ' +
          '`amount` that is the rest of the order, rounded so, refunds that rest exactly: 28 of an ' +
          'order of 27.50 with 0 decimals refunds 27.50.',
        example: 0,
      }),
    reason: longText(GATEWAY_LIMITS.voidReasonLength).meta({ example: 'One jar arrived broken' }),
    payment_id: plainText(191).pipe(PaymentId).optional().meta({
      description: 'Which payment, when an order was paid twice. Without it, the current one.',
      example: 'pay_01kadq2v7w8x9y0z1a2b3c4d5e',
    }),
    first_asked_at: instantText.optional().meta({
      description:
        'When this was asked for first, if the answer was lost. What somebody has refunded in the ' +
        "gateway's portal since then, of the same amount, is taken for this refund.",
      example: '2026-11-22T05:20:00Z',
    }),
  })
  .meta({ id: 'RefundRequest' })

export const refundCancellation = z
  .strictObject({
    idempotency_key: z.string().min(1).max(191).meta({
      description: 'The Idempotency-Key under which the refund was asked for.',
      example: 'shop-refund-17',
    }),
  })
  .meta({ id: 'RefundCancellation' })

export const refundResolution = z
  .strictObject({
    resolution: z.enum(REFUND_RESOLUTIONS).meta({
      description:
        "- `already_made`: the gateway's portal shows this refund; Puente sends nothing\n- `refund_anyway`: the portal shows a different refund; Puente sends this one",
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
        "How the refund stands, for people: amount, currency, payment and next step in one sentence, in the language of `Accept-Language`, else the store's.",
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
        'Also polls the gateway, at most every few seconds, for a pending payment or for the charge of a paid order. A later response has the result.',
    }),
})

export const orderListQuery = z.strictObject({
  status: z.enum(orderView.shape.status.options).optional(),
  number: plainText(100).optional().meta({
    description:
      'Of orders with this number, as people copy it (`7001`, `#7001`, `N° 7001`); on a page, exact matches come first.',
    example: '7001',
  }),
  created_from: instantText.optional(),
  created_to: instantText.optional(),
  ...pageFields,
  search: plainText(191).optional().meta({
    description:
      'Finds orders by a number as people copy it (`7001`, `#7001`, `N° 7001`), your id, an id of Puente or the gateway (payment, charge, transaction), or the customer’s e-mail. Replaces all other filters. Exact matches first, then the newest.',
    example: 'ana@example.com',
  }),
})

export const orderList = pageOf(orderWithPayment, 'OrderList')

export const receipt = z
  .object({
    transaction_id: z.string().meta({ example: 'f3e1f0b4-a2f5-4154-9ef5-8d198e95cf5e' }),
    receipt_url: z.string().meta({
      description: "The gateway's public page of the receipt.",
      example: 'https://gateway.example/receipts/f3e1f0b4-a2f5-4154-9ef5-8d198e95cf5e',
    }),
  })
  .meta({ id: 'Receipt' })

export const receiptQuery = z.strictObject({
  payment_id: plainText(64).optional().meta({
    description: 'Of a charge of the order; without it, of the one that speaks for the order.',
    example: 'pay_01kadq2v7w8x9y0z1a2b3c4d5e',
  }),
})

export const pdf = z.string().meta({ format: 'binary' })

export const savedCardQuery = z
  .strictObject({
    identity_number: plainText(50).optional().meta({ example: '0801-1990-12345' }),
    email: plainText(191).optional().meta({ example: 'ana@example.com' }),
  })
  .refine(({ identity_number, email }) => Boolean(identity_number ?? email), {
    path: ['identity_number'],
    error: 'Give an identity number or an e-mail address',
  })

export const savedCardListView = z
  .object({ data: z.array(savedCardView) })
  .meta({ id: 'SavedCardList' })

export const savedCardRevoked = z
  .object({ id: z.string(), revoked: z.literal(true) })
  .meta({ id: 'SavedCardRevoked' })

export const alertListQuery = z.strictObject({
  state: z.enum(['open', 'closed', 'all']).default('open'),
  ...pageFields,
})

export const alertView = z
  .object({
    id: z.string().meta({ example: 'prb_12' }),
    kind: z.enum(ALERT_KINDS).meta({ description: 'Branch on this.', example: 'order_paid_twice' }),
    what: z
      .string()
      .describe(
        "What happened, in the language of `Accept-Language`, else the store's. What is about money names the amount, its currency and the payment.",
      )
      .meta({
        example: 'Order 1027 was charged twice (L 100.00 each).',
      }),
    why: z.string(),
    todo: z
      .string()
      .describe(
        'What a person can do about it: of what is about money, with the amount and payment.',
      ),
    order_id: z.string().nullable().meta({
      description: "The shop's own id of the order that it is about.",
      example: 'A-1',
    }),
    details: z.record(z.string(), z.unknown()),
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
      .describe('Snapshot time: of two notifications, the later one is right.'),
    data: z.object({
      order: orderView,
      payment: paymentView.nullable(),
      payments: z.array(paymentView).meta({
        description:
          'Every payment that took money for the order; of an order paid twice, both. `order.effective_payment_id` names the one that pays it.',
      }),
      refunds: z
        .array(refundFields)
        .meta({ description: 'Voids and refunds, the first one first.' }),
    }),
  })

/** Notification of a card that a customer saved. */
export const savedCardNotification = z.object({
  type: z.literal('payment_method.saved'),
  timestamp: z.iso.datetime().describe('When the message was sent.'),
  data: z.object({ payment_method: savedCardView }),
})

/** Signature headers (Standard Webhooks 1.0). */
export const notificationHeaders = z.object({
  'webhook-id': z.string().meta({
    description: 'The same for each repetition of a message.',
    example: 'msg_01kadq2v7w8x9y0z1a2b3c4d5e',
  }),
  'webhook-timestamp': z.string().meta({
    description: 'When this try was signed, in Unix seconds.',
    example: '1767225600',
  }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` under the notify secret. Several of these, separated by spaces, while the secret is rotated: one of them has to be right.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
})

export const NOTIFICATION_DESCRIPTIONS: Record<NotificationType, string> = {
  'order.paid': 'The money for the order was taken',
  'order.payment_failed':
    'A card was declined, and the order can still be paid; or the gateway refuses the order as it is, and its `last_payment_error` says why',
  'order.payment_expired': 'The time to pay is over, or the payment was closed',
  'order.cancelled': 'The time to pay is over, and the store cancels such orders (`on_expiry`)',
  'order.partially_refunded': 'A part of the money was refunded',
  'order.refunded': 'All of the money was refunded',
  'order.voided': 'The charge was undone before it was settled',
  'order.attention_required': "The order's money needs attention; `conflict` has the reason",
  'order.updated':
    'The money of the order changed in a way that no other notification covers: a conflict ended, a duplicate charge was refunded, or an earlier payment than the notified one pays the order',
}
