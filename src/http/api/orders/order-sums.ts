import { z } from 'zod'
import { type OrderSums, sumOrders } from '../../../db/orders/order-sums.ts'
import { formatMinor } from '../../../domain/money.ts'
import { listFields } from '../operator/list-schemas.ts'
import { scopeOfList } from '../operator/lists.ts'
import { defineOperatorRoute, type OperatorRoute } from '../route.ts'
import { filterOf, orderFilters } from './order-filters.ts'

export const orderSums = z
  .object({
    data: z.array(
      z.object({
        currency: z.string().meta({ example: 'HNL' }),
        orders: z.int(),
        paid: z
          .string()
          .meta({ description: 'Sum of charges, with fees and tips.', example: '1250.00' }),
        refunded: z.string().meta({ description: 'Sum of refunds and voids.', example: '50.00' }),
        net: z.string().meta({ description: '`paid` minus `refunded`.', example: '1200.00' }),
      }),
    ),
    since: z.iso.datetime().nullable().meta({
      description:
        'Creation time from which the sums count orders, if they leave out older ones; otherwise `null`.',
    }),
  })
  .meta({ id: 'OrderSums' })

const readOrderSums = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/order-sums',
  operationId: 'sumOrders',
  tag: 'Orders',
  scope: 'read',
  summary: 'Sum the orders that match the filters, by currency',
  query: z.strictObject({ store_id: listFields.store_id, ...orderFilters }),
  answers: { 200: { description: 'A sum for each currency', schema: orderSums } },
  problems: { 404: "No such store in the person's organizations", 422: 'A filter is not valid' },
  handle: async (input) => {
    const { ctx, query } = input
    const scope = await scopeOfList(input, 'orders', { store_id: query.store_id, limit: 1 })
    if (scope.outcome === 'refused') return scope.answer
    const filter = { storeIds: scope.storeIds, ...filterOf(query) }
    return { status: 200, body: viewOfOrderSums(await sumOrders(ctx.db.query, filter)) }
  },
})

export const viewOfOrderSums = ({ sums, since }: OrderSums): z.input<typeof orderSums> => ({
  data: sums.map(({ currency, orders, paidMinor, refundedMinor }) => ({
    currency,
    orders,
    paid: formatMinor(paidMinor, currency),
    refunded: formatMinor(refundedMinor, currency),
    net: formatMinor(paidMinor - refundedMinor, currency),
  })),
  since: since?.toISOString() ?? null,
})

export const orderSumRoutes: readonly OperatorRoute[] = [readOrderSums]
