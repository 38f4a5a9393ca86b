import { z } from 'zod'
import { defineRoute } from '../../adapter.ts'

/** Notifies the store of an order with a deleted row, which restores it. Idempotent by row. */
export const restoreRefundRow = defineRoute({
  method: 'post',
  path: '/v1/woocommerce/deleted-refunds',
  scope: 'refund',
  operationId: 'bringWooCommerceRefundBack',
  tag: 'Orders',
  platform: 'woocommerce',
  summary: 'Report that WooCommerce deleted a completed refund',
  body: z.strictObject({ order: z.int().positive(), refund: z.int().positive() }),
  answers: {
    200: {
      description: 'Whether Puente knows the order and notifies the shop again',
      schema: z.object({ told: z.boolean() }),
    },
  },
  problems: { 422: 'A field is not valid' },
  handle: async ({ core, store, body }) => {
    const about = { orderExternalId: String(body.order), occasion: `deleted:${body.refund}` }
    return { status: 200, body: { told: await core.notifyAgain(store, about) } }
  },
})
