import { z } from 'zod'
import { formatMoney, moneyFromMinor } from '../../../src/domain/money.ts'
import { type Core, defineRoute } from '../../adapter.ts'

type Asked = Awaited<ReturnType<Core['askGateway']>>[number]

const orderId = z.string().regex(/^[1-9]\d{0,18}$/, 'expected the id of an order')

const asked = z.object({
  order_id: z.string(),
  state: z.enum(['paid', 'in_flight', 'unpaid', 'unknown']),
  transaction_id: z.string().nullable(),
  /** Facts of a paid order, with which the plugin checks that it completes the same order. */
  payment_id: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  fingerprint: z.string().nullable(),
})

/**
 * Asks the gateway about orders before WooCommerce cancels them for non-payment, and for the shop's
 * staff. `close_unpaid` cancels the unpaid ones, whose pay links then end; `payOrder` reopens an
 * order that is paid after all.
 */
export const askOrders = defineRoute({
  method: 'post',
  path: '/v1/woocommerce/orders/ask',
  scope: 'checkout',
  operationId: 'askAboutWooCommerceOrders',
  tag: 'Orders',
  platform: 'woocommerce',
  summary: 'Ask the gateway whether orders are paid',
  body: z.strictObject({
    order_ids: z.array(orderId).min(1).max(50),
    close_unpaid: z.boolean().default(false),
    /** Timeout of the site's call in milliseconds. Puente closes no pay link after it. */
    within_ms: z.int().min(1).max(60_000).optional(),
  }),
  answers: {
    200: {
      description: 'The state of each order; `unknown` if the gateway did not answer',
      schema: z.object({ orders: z.array(asked) }),
    },
  },
  problems: { 422: 'A field is not valid' },
  handle: async ({ core, store, body }) => {
    const answers = await core.askGateway(store, {
      orderExternalIds: body.order_ids,
      closesUnpaid: body.close_unpaid,
      withinMs: withinOf(body.within_ms),
    })
    return { status: 200, body: { orders: answers.map(answerOf) } }
  },
})

/** Upper bound on the wait for the gateway. */
const MAX_WAIT_MS = 6_000
/** Share of the caller's timeout that the gateway may take. The rest is for the network. */
const SHARE_OF_TIMEOUT = 0.7

const withinOf = (callerMs = Number.POSITIVE_INFINITY): number =>
  Math.min(MAX_WAIT_MS, callerMs * SHARE_OF_TIMEOUT)

const answerOf = ({ orderExternalId, state, order, payment }: Asked): z.input<typeof asked> => ({
  order_id: orderExternalId,
  state,
  transaction_id: payment?.transaction_id ?? payment?.charge_id ?? null,
  payment_id: payment?.id ?? null,
  amount: order && formatMoney(moneyFromMinor(order.amount_minor, order.currency)),
  currency: order?.currency ?? null,
  fingerprint: order?.fingerprint ?? null,
})
