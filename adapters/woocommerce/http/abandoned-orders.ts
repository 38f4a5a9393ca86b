import { z } from 'zod'
import { defineRoute } from '../../adapter.ts'

/**
 * Closes pay links of orders replaced by one with another payment method. `payOrder` reopens an
 * order that is paid after all.
 */
export const abandonOrders = defineRoute({
  method: 'post',
  path: '/v1/woocommerce/abandoned-orders',
  scope: 'checkout',
  operationId: 'abandonWooCommerceOrders',
  tag: 'Checkouts',
  platform: 'woocommerce',
  summary: 'Close the pay links of orders that a newer order replaces',
  body: z.strictObject({ orders: z.array(z.int().positive()).min(1).max(20) }),
  answers: {
    200: { description: 'The number of closed pay links', schema: z.object({ closed: z.int() }) },
  },
  problems: { 422: 'A field is not valid' },
  handle: async ({ core, store, body }) => {
    let closed = 0
    for (const id of body.orders) {
      const { outcome } = await core.cancelOrder(store, {
        orderExternalId: String(id),
        by: 'store',
      })
      if (outcome === 'cancelled') closed += 1
    }
    return { status: 200, body: { closed } }
  },
})
