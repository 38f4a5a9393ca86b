import { z } from 'zod'
import { atOneMoment } from '../../../db/db.ts'
import { searchOrders } from '../../../db/orders/order-search.ts'
import { getOrder } from '../../../db/orders/orders.ts'
import { ordersOfStores } from '../../../db/orders/orders-of-stores.ts'
import { ORDER_CONFLICTS } from '../../../db/tables/orders.ts'
import { ORDER_STATUSES } from '../../../domain/order-status.ts'
import { notifyOrderAgain } from '../../../payments/notifications/notify-again.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { defineExport } from '../operator/exports.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { amountFields, createdFields } from '../operator/list-schemas.ts'
import { defineList, type ListScope, type QueriedInput } from '../operator/lists.ts'
import { byOrder } from '../operator/locate.ts'
import type { OperatorRoute } from '../route.ts'
import { readWholeOrder, wholeOrder } from './order-whole.ts'
import { amountAndTime } from './record-filters.ts'
import { orderOfStore, viewOfOrderOfStore } from './views-of-stores.ts'

const orderFilters = {
  status: z.enum(ORDER_STATUSES).optional(),
  conflict: z.enum(ORDER_CONFLICTS).optional(),
  ...amountFields,
  ...createdFields,
}

const readOrders = async ({ ctx, query }: QueriedInput<typeof orderFilters>, scope: ListScope) => {
  const { status, conflict } = query
  const filter = { status, conflict, ...amountAndTime(query) }
  const { rows, next } = await ordersOfStores(ctx.db.query, { ...scope, ...filter })
  return { data: rows.map((order) => viewOfOrderOfStore(ctx, order)), next }
}

const ofOrders = { tag: 'Orders', list: 'orders' } as const

export const listOrdersOfStores = defineList({
  ...ofOrders,
  path: '/operator/v1/orders',
  operationId: 'listOrders',
  summary: 'List orders of all stores, newest first',
  filters: {
    ...orderFilters,
    search: plainText(191)
      .optional()
      .describe(
        "Finds the newest orders by number, by any id of an order, payment or refund, by the gateway's number of a payment, charge or transaction, or by the customer's e-mail. Replaces all other filters.",
      ),
  },
  row: orderOfStore,
  id: 'OrdersOfStores',
  description: 'A page of orders',
  read: async (input, scope) => {
    const { ctx, query } = input
    if (query.search === undefined) return readOrders(input, scope)
    const { storeIds, limit } = scope
    const found = await searchOrders(ctx.db.query, { text: query.search, storeIds, limit })
    return { data: found.map((order) => viewOfOrderOfStore(ctx, order)), next: undefined }
  },
})

const exportOrders = defineExport({
  ...ofOrders,
  path: '/operator/v1/orders.csv',
  operationId: 'exportOrders',
  summary: 'Export the orders that match the filters as CSV',
  filters: orderFilters,
  columns: [
    'id',
    'store_id',
    'external_id',
    'number',
    'amount',
    'currency',
    'status',
    'conflict',
    'customer_name',
    'customer_email',
    'created_at',
    'paid_at',
  ],
  read: readOrders,
  cellsOf: ({ customer, ...order }) => ({
    ...order,
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
  problems: { 404: 'The person has no such order' },
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
  summary: "Notify the store again of the order's state",
  answers: { 202: { description: 'Puente notifies the store now', schema: orderOfStore } },
  problems: { 404: 'The person has no such order' },
  handle: async ({ ctx, store, row: order }) => {
    const occasion = ctx.ids.next('asked')
    await notifyOrderAgain(ctx, store, { orderExternalId: order.external_id, occasion })
    ctx.signals.send(WORK_SIGNAL)
    return { status: 202, body: viewOfOrderOfStore(ctx, order) }
  },
})

export const orderRoutes: readonly OperatorRoute[] = [
  listOrdersOfStores,
  exportOrders,
  readOrder,
  notifyAgain,
]
