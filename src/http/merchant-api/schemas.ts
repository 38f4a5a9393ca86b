import { z } from 'zod'
import { LIMITS } from '../../contract/create-payment.ts'
import { customerView, orderView, paymentView } from '../../payments/order-view.ts'
import { isPlainText, plainText } from '../../payments/plain-text.ts'
import { currencyByCode } from '../../platform/currencies.ts'
import { type Money, parseMoney } from '../../platform/money.ts'

const webUrl = z.url({ protocol: /^https?$/, error: 'Must be an http or https address' }).max(2_000)

const MAX_METADATA_KEYS = 30

const metadata = z
  .record(
    z.string().min(1).max(40).refine(isPlainText),
    z.union([z.string().max(500).refine(isPlainText), z.number(), z.boolean(), z.null()]),
  )
  .refine((value) => Object.keys(value).length <= MAX_METADATA_KEYS, {
    error: `At most ${MAX_METADATA_KEYS} keys`,
  })
  .describe('Comes back untouched. Do not put card data here.')

const AMOUNT_MESSAGES = {
  'not-a-decimal': 'Must be a decimal string such as "125.50"',
  'too-many-decimals': 'Has more decimals than the currency',
  'too-large': 'Has more digits than can be charged',
}

const order = z
  .strictObject({
    id: plainText(LIMITS.externalReferenceLength).describe("The shop's own id of the order."),
    number: plainText(100).optional().describe('What the customer knows the order by.'),
    amount: z
      .string({ error: AMOUNT_MESSAGES['not-a-decimal'] })
      .describe('A decimal string: `"125.50"`. Never a number.'),
    currency: z.string().describe('Alphabetic ISO 4217 code: `HNL`.'),
    description: plainText(1_000).optional(),
    customer: customerView.optional(),
    metadata: metadata.optional(),
  })
  .transform((value, context) => {
    const { amount, currency, ...rest } = value
    const money = readMoney(amount, currency)
    if ('path' in money) {
      context.addIssue({ code: 'custom', path: [money.path], message: money.message })
      return z.NEVER
    }
    return { ...rest, amount: money }
  })

const readMoney = (
  amount: string,
  currencyCode: string,
): Money | { path: 'amount' | 'currency'; message: string } => {
  const currency = currencyByCode(currencyCode)
  if (!currency) {
    return { path: 'currency', message: 'Must be an alphabetic ISO 4217 code such as "HNL"' }
  }
  const parsed = parseMoney(amount, currency)
  if (!parsed.ok) return { path: 'amount', message: AMOUNT_MESSAGES[parsed.reason] }
  if (parsed.money.minor <= 0n) return { path: 'amount', message: 'Must be above zero' }
  return parsed.money
}

export const checkoutRequest = z
  .strictObject({
    order,
    success_url: webUrl
      .optional()
      .describe('Where the customer goes once the payment is confirmed.'),
    cancel_url: webUrl.optional().describe('Where the customer goes who does not want to pay.'),
    expires_in_minutes: z.int().min(1).max(525_600).optional(),
    locale: z.enum(['es', 'en']).optional(),
  })
  .meta({ id: 'CheckoutRequest' })

const payUrl = z.string().describe('The durable link at which the customer pays this order.')

export const checkoutResponse = z
  .object({ order: orderView, payment: paymentView, pay_url: payUrl })
  .meta({ id: 'Checkout' })

export const orderWithPayment = z
  .object({ order: orderView, payment: paymentView.nullable(), pay_url: payUrl })
  .meta({ id: 'OrderWithPayment' })

export const orderListQuery = z.strictObject({
  status: orderView.shape.status.optional(),
  number: plainText(100).optional(),
  created_from: z.iso.datetime({ offset: true }).optional(),
  created_to: z.iso.datetime({ offset: true }).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().optional().describe('`next_cursor` of the page before.'),
})

export const orderList = z
  .object({ data: z.array(orderWithPayment), next_cursor: z.string().nullable() })
  .meta({ id: 'OrderList' })

export const orderTimeline = z
  .object({
    data: z.array(
      z.object({
        at: z.iso.datetime(),
        kind: z.string(),
        payment_id: z.string().nullable(),
        details: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'Timeline' })
