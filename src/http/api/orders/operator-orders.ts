import { z } from 'zod'
import { atOneMoment } from '../../../db/db.ts'
import { searchOrders } from '../../../db/orders/order-search.ts'
import { getOrder } from '../../../db/orders/orders.ts'
import { ordersOfStores } from '../../../db/orders/orders-of-stores.ts'
import { isOfOtherSort, ORDER_SORTS } from '../../../db/orders/sorted-orders.ts'
import { notifyOrderAgain } from '../../../payments/notifications/notify-again.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { UNKNOWN_CURSOR } from '../merchant/pages.ts'
import { defineExport } from '../operator/exports.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { defineList, type ListScope, type QueriedInput } from '../operator/lists.ts'
import { byOrder } from '../operator/locate.ts'
import { type OperatorRoute, refusedWith } from '../route.ts'
import { mailCustomerOfOrder } from './customer-mails.ts'
import { filterOf, orderFilters } from './order-filters.ts'
import { orderOfStore, viewsOfOrdersOfStores } from './order-of-store.ts'
import { readWholeOrder, wholeOrder } from './order-whole.ts'

const sortedFilters = {
  ...orderFilters,
  sort: z
    .enum(ORDER_SORTS)
    .optional()
    .describe(
      'Defaults to newest first. Amounts are compared in minor units, so filter by currency too.',
    ),
}

const readOrders = async ({ ctx, query }: QueriedInput<typeof sortedFilters>, scope: ListScope) => {
  const filter = { ...filterOf(query), sort: query.sort }
  const { rows, next } = await ordersOfStores(ctx.db.query, { ...scope, ...filter })
  return { data: await viewsOfOrdersOfStores(ctx, ctx.db.query, rows), next }
}

const ofOrders = { tag: 'Orders', list: 'orders_of_stores' } as const

export const listOrdersOfStores = defineList({
  ...ofOrders,
  path: '/operator/v1/orders',
  operationId: 'listOrders',
  summary: 'List orders of all stores',
  filters: {
    ...sortedFilters,
    search: plainText(191)
      .optional()
      .describe(
        "Finds the newest orders by order number, id of an order, payment or refund, the gateway's id of a payment, charge or transaction, the customer's e-mail or words of their name, or the last four digits of a saved card. Replaces all other filters.",
      ),
  },
  row: orderOfStore,
  id: 'OrdersOfStores',
  description: 'A page of orders',
  read: async (input, scope) => {
    const { ctx, query } = input
    if (isOfOtherSort(scope.before, query.sort)) return refusedWith(UNKNOWN_CURSOR)
    if (query.search === undefined) return readOrders(input, scope)
    const { storeIds, limit } = scope
    const found = await searchOrders(ctx.db.query, { text: query.search, storeIds, limit })
    return { data: await viewsOfOrdersOfStores(ctx, ctx.db.query, found), next: undefined }
  },
})

const exportOrders = defineExport({
  ...ofOrders,
  path: '/operator/v1/orders.csv',
  operationId: 'exportOrders',
  summary: 'Export the orders that match the filters as CSV',
  filters: sortedFilters,
  columns: [
    'id',
    'store_id',
    'external_id',
    'number',
    'amount',
    'currency',
    'status',
    'conflict',
    'payment_mode',
    'card_brand',
    'card_last_four',
    'paid_amount',
    'refunded_amount',
    'decline_count',
    'last_declined_at',
    'last_decline_code',
    'customer_name',
    'customer_email',
    'created_at',
    'paid_at',
    'source',
  ],
  read: readOrders,
  cellsOf: ({ customer, card, last_decline: decline, ...order }) => ({
    ...order,
    card_brand: card?.brand ?? null,
    card_last_four: card?.last_four ?? null,
    last_declined_at: decline?.at ?? null,
    last_decline_code: decline?.code ?? null,
    customer_name: customer.name ?? null,
    customer_email: customer.email ?? null,
  }),
})

const readOrder = defineLocatedRoute({
  method: 'get',
  path: '/operator/v1/orders/{id}',
  operationId: 'readOrder',
  tag: 'Orders',
  scope: 'read',
  locate: byOrder,
  summary: 'Read an order with its payments, refunds, timeline, notifications and alerts',
  answers: { 200: { description: 'The order', schema: wholeOrder } },
  problems: { 404: "No such order in the person's organizations" },
  handle: async ({ ctx, store, row: { id }, reader }) => {
    const language = reader ?? store.locale
    return atOneMoment(ctx.db.query, async (query) => {
      const order = await getOrder(query, id)
      return {
        status: 200,
        body: await readWholeOrder(ctx, query, { order, store, language }),
        language,
      }
    })
  },
})

const notifyAgain = defineLocatedRoute({
  method: 'post',
  path: '/operator/v1/orders/{id}/notify',
  operationId: 'notifyStoreOfOrder',
  tag: 'Orders',
  scope: 'checkout',
  locate: byOrder,
  summary: "Notify the store again of the order's current state",
  answers: { 202: { description: 'Puente notifies the store now', schema: orderOfStore } },
  problems: { 404: "No such order in the person's organizations" },
  handle: async ({ ctx, store, row: order }) => {
    const occasion = ctx.ids.next('asked')
    await notifyOrderAgain(ctx, store, { orderExternalId: order.external_id, occasion })
    ctx.signals.send(WORK_SIGNAL)
    const [body] = await viewsOfOrdersOfStores(ctx, ctx.db.query, [order])
    return { status: 202, body }
  },
})

export const orderRoutes: readonly OperatorRoute[] = [
  listOrdersOfStores,
  exportOrders,
  readOrder,
  notifyAgain,
  mailCustomerOfOrder,
]
