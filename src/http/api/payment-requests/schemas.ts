import { z } from 'zod'
import { MAIL_STATES } from '../../../db/tables/customer-mails.ts'
import { ORDER_CONFLICTS } from '../../../db/tables/orders.ts'
import {
  OTHER_PAYMENTS,
  REQUEST_SOURCES,
  REQUEST_STATES,
  type RequestState,
} from '../../../domain/requests/request-states.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { customerView } from '../../../wire/order-view.ts'
import { customer, longText } from '../checkouts/decoration.ts'
import { amountError, payUrl, TYPED_AMOUNTS } from '../checkouts/schemas.ts'
import { pageOf } from '../merchant/pages.ts'
import { storeAndOrder } from '../operator/list-schemas.ts'
import { MAIL_STATE_MEANINGS } from '../orders/mail-states.ts'

export const requestSource = z.enum(REQUEST_SOURCES).meta({
  description:
    '`counter`: created at a counter; `request`: created by any other person or program.',
  example: 'request',
})

/** Name of a counter. */
export const counterName = plainText(40).meta({ example: 'Counter 1' })

export const newPaymentRequest = z
  .strictObject({
    amount: z.string({ error: amountError }).meta({
      description: `A decimal string, or an amount as people type it, with or without its currency: \`L 320.50\`. ${TYPED_AMOUNTS}`,
      example: '320.50',
    }),
    currency: z.string().optional().meta({
      description:
        "Alphabetic ISO 4217 currency code. Defaults to the one beside the amount, then to the most frequent one of the store's latest 50 orders, then to `HNL`.",
      example: 'HNL',
    }),
    description: longText(1_000).meta({
      description:
        'Reason for the payment, shown to the customer. Puente stores the first 1,000 characters and sends the first 120 to the gateway.',
      example: 'Café de altura',
    }),
    customer,
    reference: longText(100).meta({
      description:
        'Your own number, shown to the customer as the order number. By default, Puente creates a short one.',
      example: 'F-1001',
    }),
    note: longText(1_000).meta({
      description: 'Note for your team; the customer never sees it.',
      example: 'Delivered on Friday',
    }),
    source: requestSource.default('request'),
    counter: counterName.optional().meta({
      description: 'Name of the counter, for its takings.',
      example: 'Counter 1',
    }),
    tip: z.string().optional().meta({
      description: 'Part of `amount` that is a tip. A tip chosen at the gateway comes on top.',
      example: '20.50',
    }),
    expires_in_minutes: z.int().min(1).max(525_600).optional().meta({
      description: 'Minutes until the request expires. By default, it never expires.',
      example: 1_440,
    }),
    send_email: z.boolean().optional().meta({
      description:
        'E-mails the pay link to `customer.email`, with one reminder before the request expires. Needs a mail server.',
      example: true,
    }),
    locale: z.enum(['es', 'en']).optional().meta({
      description:
        "Language of the customer's pages. By default, the pages follow the customer's browser, and the gateway's texts are in the store's language.",
      example: 'es',
    }),
  })
  .meta({
    id: 'NewPaymentRequest',
    example: { amount: '320.50', description: 'Café de altura' },
  })

const STATE_MEANINGS: Record<RequestState, string> = {
  open: 'the customer can pay it',
  paid: 'the customer paid it; its order says whether the money was refunded or needs attention',
  expired: 'the customer did not pay it in time',
  refused: 'the gateway refused it, for example because of its currency; no customer can pay it',
  cancelled: 'the merchant cancelled it',
  paid_otherwise: 'the merchant closed it because the customer paid without the gateway',
}

export const requestState = z.enum(REQUEST_STATES).meta({
  description: REQUEST_STATES.map((state) => `- \`${state}\`: ${STATE_MEANINGS[state]}`).join('\n'),
  example: 'open',
})

const otherPayment = z.enum(OTHER_PAYMENTS)

const requestFields = {
  state: requestState,
  source: requestSource,
  amount: z.string().meta({ example: '320.50' }),
  currency: z.string().meta({ example: 'HNL' }),
  conflict: z.enum(ORDER_CONFLICTS).nullable().meta({
    description: "The order's `conflict`: why a person should look at its money.",
    example: null,
  }),
  description: z.string().nullable().meta({ example: 'Café de altura' }),
  reference: z.string().meta({
    description: 'The order number that the customer sees.',
    example: 'F-1001',
  }),
  note: z.string().nullable().meta({ example: 'Delivered on Friday' }),
  counter: z.string().nullable().meta({ example: null }),
  tip: z.string().nullable().meta({
    description: 'Part of `amount` that is a tip, chosen at the counter.',
    example: null,
  }),
  customer: customerView,
  pay_url: payUrl,
  email: z
    .enum(MAIL_STATES)
    .nullable()
    .meta({
      description: `State of the latest e-mail with the link; \`null\` without one.\n\n${MAIL_STATE_MEANINGS}`,
      example: null,
    }),
  paid_otherwise: otherPayment.nullable().meta({
    description: 'How the customer paid without the gateway.',
    example: null,
  }),
  expires_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  closed_at: z.iso.datetime().nullable().meta({
    description: 'When the merchant cancelled it, or closed it as paid otherwise.',
  }),
}

export const paymentRequestView = z
  .object({
    id: z.string().meta({
      description: 'Id of its order in this API.',
      example: 'req_01kadq2v7w8x9y0z1a2b3c4d5e',
    }),
    ...requestFields,
  })
  .meta({ id: 'PaymentRequest' })

export const paymentRequestList = pageOf(paymentRequestView, 'PaymentRequestList')

export const paymentRequestOfStore = z
  .object({ ...storeAndOrder, ...requestFields })
  .meta({ id: 'PaymentRequestOfStore' })

export const paidOtherwise = z
  .strictObject({
    how: otherPayment.meta({
      description: 'How the customer paid. `card`: on another terminal.',
      example: 'cash',
    }),
  })
  .meta({ id: 'PaidOtherwise' })
