import { z } from 'zod'
import { ORDER_CONFLICTS } from '../../../db/tables/orders.ts'
import {
  OTHER_PAYMENTS,
  REQUEST_STATES,
  type RequestState,
} from '../../../domain/requests/request-states.ts'
import { customerView } from '../../../wire/order-view.ts'
import { customer, longText } from '../checkouts/decoration.ts'
import { amountError, payUrl, TYPED_AMOUNTS } from '../checkouts/schemas.ts'
import { pageOf } from '../merchant/pages.ts'
import { storeAndOrder } from '../operator/list-schemas.ts'

export const newPaymentRequest = z
  .strictObject({
    amount: z.string({ error: amountError }).meta({
      description: `A decimal string, or an amount as people type it, with or without its currency: \`L 320.50\`. ${TYPED_AMOUNTS}`,
      example: '320.50',
    }),
    currency: z.string().optional().meta({
      description:
        "Alphabetic ISO 4217 currency code. Defaults to the one beside the amount, then to that of the store's latest order, then to `HNL`.",
      example: 'HNL',
    }),
    description: longText(1_000).meta({
      description:
        'What the customer pays for. Puente keeps the first 1,000 characters and sends the first 120 to the gateway.',
      example: 'Café de altura',
    }),
    customer,
    reference: longText(100).meta({
      description:
        'Your own number, which the customer sees as the order number. By default, Puente makes a short one.',
      example: 'F-1001',
    }),
    note: longText(1_000).meta({
      description: 'For your own people: the customer never sees it.',
      example: 'Delivered on Friday',
    }),
    expires_in_minutes: z.int().min(1).max(525_600).optional().meta({
      description: 'Minutes until the request expires. By default, it never does.',
      example: 1_440,
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
  paid: 'the customer paid it; its order says whether the money was refunded or needs a person',
  expired: 'nobody paid it in time',
  cancelled: 'the merchant cancelled it',
  paid_otherwise: 'the merchant closed it, because the customer paid without the gateway',
}

export const requestState = z.enum(REQUEST_STATES).meta({
  description: REQUEST_STATES.map((state) => `- \`${state}\`: ${STATE_MEANINGS[state]}`).join('\n'),
  example: 'open',
})

export const otherPayment = z.enum(OTHER_PAYMENTS)

const requestFields = {
  state: requestState,
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
  customer: customerView,
  pay_url: payUrl,
  paid_otherwise: otherPayment.nullable().meta({
    description: 'How the customer paid without the gateway.',
    example: null,
  }),
  expires_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  closed_at: z.iso.datetime().nullable().meta({
    description: 'When it was cancelled, or closed as paid otherwise.',
  }),
}

export const paymentRequestView = z
  .object({
    id: z.string().meta({
      description: 'The id of its order in this API.',
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
