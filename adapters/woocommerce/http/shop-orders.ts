import { z } from 'zod'
import { defineRoute, readAttention, readShopOrder, shopOrder } from '../../adapter.ts'

const OF = { scope: 'read', tag: 'Orders', platform: 'woocommerce' } as const

/** Reads what the plugin's box on the order page shows; never asks the gateway. */
export const readOrderOfPlugin = defineRoute({
  ...OF,
  method: 'get',
  path: '/v1/woocommerce/orders/{id}',
  operationId: 'readWooCommerceOrder',
  summary: 'Read an order for its page in WooCommerce',
  query: z.strictObject({
    fingerprint: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .meta({ description: 'SHA-256 of the order key; a restored shop reuses ids.' }),
  }),
  answers: {
    200: {
      description: 'The order, or `null` if the store has no such order',
      schema: z.object({ store_id: z.string(), found: shopOrder.nullable() }),
    },
  },
  problems: { 422: 'The fingerprint is not valid' },
  handle: async (input) => {
    const { store, id, query, reader } = input
    const language = reader ?? store.locale
    const which = { orderExternalId: id, fingerprint: query.fingerprint, language }
    const found = await readShopOrder(input, which)
    return { status: 200, body: { store_id: store.id, found }, language }
  },
})

const MOST_ORDERS = 100
/** `17-0a1b2c3d4e5f`: id and beginning of the fingerprint, which may be absent. */
const LISTED = /^(\d{1,18})(?:-([0-9a-f]{12}))?$/

const listedOrders = z.string().transform((listed, issues) => {
  const orders = listed.split('.').flatMap((one) => {
    const [, externalId, fingerprintStart] = LISTED.exec(one) ?? []
    return externalId ? [{ externalId, fingerprintStart }] : []
  })
  const isRight = orders.length === listed.split('.').length && orders.length <= MOST_ORDERS
  if (!isRight) issues.addIssue({ code: 'custom', message: 'Up to 100 orders, as 17-0a1b2c3d4e5f' })
  return orders
})

/** Reads which orders of a page need attention, in one bounded call. */
export const readAttentionOfPlugin = defineRoute({
  ...OF,
  method: 'get',
  path: '/v1/woocommerce/attention',
  operationId: 'readWooCommerceAttention',
  summary: 'List which of up to 100 orders have open alerts',
  query: z.strictObject({ orders: listedOrders }),
  answers: {
    200: {
      description: 'The orders with open alerts',
      schema: z.object({
        store_id: z.string(),
        orders: z.array(z.object({ order_id: z.string(), alerts: z.array(z.string()) })),
      }),
    },
  },
  problems: { 422: 'The list is not valid' },
  handle: async (input) => {
    const { store, query, reader } = input
    const language = reader ?? store.locale
    const found = await readAttention(input, { orders: query.orders, language })
    const orders = found.map(({ orderExternalId: order_id, alerts }) => ({ order_id, alerts }))
    return { status: 200, body: { store_id: store.id, orders }, language }
  },
})
