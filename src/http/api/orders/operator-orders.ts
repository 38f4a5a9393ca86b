import { z } from 'zod'
import { atOneMoment } from '../../../db/db.ts'
import { searchOrders } from '../../../db/orders/order-search.ts'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { ordersOfStores } from '../../../db/orders/orders-of-stores.ts'
import { ORDER_CONFLICTS } from '../../../db/tables/orders.ts'
import { OrderId } from '../../../domain/ids.ts'
import { ORDER_STATUSES } from '../../../domain/order-status.ts'
import { notifyOrderAgain } from '../../../payments/notifications/notify-again.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import { amountFields, createdFields } from '../operator/list-schemas.ts'
import { defineList } from '../operator/lists.ts'
import { byOrder } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { defineOperatorRoute, type OperatorRoute, refuse } from '../route.ts'
import { readWholeOrder, wholeOrder } from './order-whole.ts'
import { orderOfStore, viewOfOrderOfStore } from './views-of-stores.ts'

const NO_SUCH_ORDER = { 404: 'The person has no such order' }

export const orderFilters = {
  status: z.enum(ORDER_STATUSES).optional(),
  conflict: z.enum(ORDER_CONFLICTS).optional(),
  ...amountFields,
  ...createdFields,
}

export const listOrdersOfStores = defineList({
  path: '/operator/v1/orders',
  operationId: 'listOrders',
  tag: 'Orders',
  summary: 'List orders of all stores, newest first',
  list: 'orders',
  filters: {
    ...orderFilters,
    search: plainText(191)
      .optional()
      .describe(
        "An order's number, any id of it, of its payments or refunds, the gateway's number of a payment, a charge, a transaction, or the customer's e-mail. Only the newest are found, and no other filter is looked at.",
      ),
  },
  row: orderOfStore,
  id: 'OrdersOfStores',
  description: 'A page of orders',
  read: async (input, scope) => {
    const { ctx, query } = input
    if (query.search !== undefined) {
      const { storeIds, limit } = scope
      const found = await searchOrders(ctx.db.query, { text: query.search, storeIds, limit })
      const data = found.map((order) => viewOfOrderOfStore(ctx, order))
      return { data, next: undefined }
    }
    const { rows, next } = await ordersOfStores(ctx.db.query, { ...scope, ...filtersOf(query) })
    const data = rows.map((order) => viewOfOrderOfStore(ctx, order))
    return { data, next }
  },
})

type OrderFilters = { [Name in keyof typeof orderFilters]?: z.output<(typeof orderFilters)[Name]> }

export const filtersOf = ({ status, conflict, ...more }: OrderFilters) => ({
  status,
  conflict,
  ...amountAndTime(more),
})

type AmountAndTime = {
  [Name in keyof (typeof amountFields & typeof createdFields)]?: z.output<
    (typeof amountFields & typeof createdFields)[Name]
  >
}

export const amountAndTime = (query: AmountAndTime) => ({
  amount: {
    currency: query.currency,
    fromMinor: query.amount_minor_from,
    toMinor: query.amount_minor_to,
  },
  created: { from: query.created_from, to: query.created_to },
})

const readOrder = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/orders/{id}',
  operationId: 'readOrder',
  tag: 'Orders',
  scope: 'read',
  summary: 'Read an order with its payments, refunds, timeline, notifications and alerts',
  answers: { 200: { description: 'The order', schema: wholeOrder } },
  problems: NO_SUCH_ORDER,
  handle: async ({ ctx, id, accessTo, reader }) => {
    const order = isStorable(id)
      ? (await ordersByIds(ctx.db.query, [OrderId.parse(id)])).get(id)
      : undefined
    const access = await accessTo(order?.store_id)
    if (access.outcome === 'refused') return access.answer
    const language = reader ?? access.store.locale
    return atOneMoment(ctx.db.query, async (query) => {
      const now = (await ordersByIds(query, [OrderId.parse(id)])).get(id)
      if (!now) return refuse(NOT_FOUND)
      const about = { order: now, store: access.store, language }
      return { status: 200, body: await readWholeOrder(ctx, query, about), language }
    })
  },
})

const notifyAgain = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/orders/{id}/notify',
  operationId: 'notifyStoreOfOrder',
  tag: 'Orders',
  scope: 'checkout',
  locate: byOrder,
  summary: "Notify the store again of the order's state",
  answers: { 202: { description: 'It is notified now', schema: orderOfStore } },
  problems: { ...NO_SUCH_ORDER },
  handle: async ({ ctx, id, accessTo }) => {
    const order = isStorable(id)
      ? (await ordersByIds(ctx.db.query, [OrderId.parse(id)])).get(id)
      : undefined
    const access = await accessTo(order?.store_id)
    if (access.outcome === 'refused') return access.answer
    if (!order) return refuse(NOT_FOUND)
    const occasion = ctx.ids.next('asked')
    await notifyOrderAgain(ctx, access.store, { orderExternalId: order.external_id, occasion })
    ctx.signals.send(WORK_SIGNAL)
    return { status: 202, body: viewOfOrderOfStore(ctx, order) }
  },
})

export const orderRoutes: readonly OperatorRoute[] = [listOrdersOfStores, readOrder, notifyAgain]
