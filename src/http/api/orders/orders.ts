import type { z } from 'zod'
import { atOneMoment, type DbQuery, type OrderRow } from '../../../db/db.ts'
import { rankIn, searchOrders } from '../../../db/orders/order-search.ts'
import { spellingsOf } from '../../../db/orders/order-spellings.ts'
import { findOrderOfStore, listOrders } from '../../../db/orders/orders.ts'
import { timelineOf } from '../../../db/orders/timeline.ts'
import { paymentsByIds, paymentsOfOrder } from '../../../db/payments/payments.ts'
import { refundsOfOrders } from '../../../db/payments/refunds.ts'
import { OrderId } from '../../../domain/ids.ts'
import { payUrlOf } from '../../../payments/checkout/pay-link.ts'
import { pollOrder } from '../../../payments/checkout/poll-order.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { cancelUnpaidOrder } from '../../../payments/store-sync/cancel-unpaid-order.ts'
import { viewsOfRefunds } from '../../../payments/tasks/waiting.ts'
import { fieldProblem, notFound } from '../../../runtime/http/problem.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { viewOfOrder, viewOfPayment } from '../../../wire/order-view.ts'
import { refuseCancellation } from '../checkouts/cancel-refusals.ts'
import {
  orderList,
  orderListQuery,
  orderWithPayment,
  orderWithPayments,
  readOrderQuery,
} from '../checkouts/schemas.ts'
import { readCursor } from '../operator/cursor.ts'
import { answerPage } from '../operator/lists.ts'
import { byOrder } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, refuse } from '../route.ts'
import { orderTimeline, viewsOfTimeline } from './timeline.ts'

const NO_SUCH_ORDER = { 404: 'The store has no such order' }
const refuseUnknownOrder = () => refuse(notFound('The store has no such order'))

export const readOrder = defineMerchantRoute({
  method: 'get',
  path: '/v1/orders/{id}',
  scope: 'read',
  operationId: 'readOrder',
  tag: 'Orders',
  summary: 'Read an order and its payments',
  query: readOrderQuery,
  answers: { 200: { description: 'The order', schema: orderWithPayments } },
  problems: NO_SUCH_ORDER,
  handle: async ({ ctx, store, id, query }) => {
    if (query.ask) {
      const order = await findOrderOfStore(ctx.db.query, store.id, id)
      if (order) await pollOrder(ctx, order)
    }
    return atOneMoment(ctx.db.query, async (db): Promise<Answer> => {
      const order = await findOrderOfStore(db, store.id, id)
      if (!order) return refuseUnknownOrder()
      const attempts = await paymentsOfOrder(db, order.id)
      const payments = attempts.flatMap((attempt) => viewOfPayment(attempt) ?? [])
      const [view] = await viewsOfOrders(ctx, db, [order])
      return { status: 200, body: { ...view, payments } }
    })
  },
})

export const listOrdersOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/orders',
  scope: 'read',
  operationId: 'listOrders',
  tag: 'Orders',
  summary: 'List orders, newest first',
  query: orderListQuery,
  answers: { 200: { description: 'A page of orders', schema: orderList } },
  problems: { 422: 'A filter is not valid' },
  handle: async ({ ctx, store, query }) => {
    if (query.search !== undefined && SEARCHED_WITHOUT.some((name) => query[name] !== undefined)) {
      return refuse(fieldProblem('search', fieldMessage('searchAlone')))
    }
    const place = readCursor('orders', query.cursor)
    if (place.outcome === 'refused') return place.answer
    const numbers = query.number === undefined ? undefined : spellingsOf(query.number)
    const filter = {
      status: query.status,
      numbers,
      createdFrom: query.created_from ? new Date(query.created_from) : undefined,
      createdTo: query.created_to ? new Date(query.created_to) : undefined,
      before: OrderId.optional().parse(place.before),
      limit: query.limit + 1,
    }
    return atOneMoment(ctx.db.query, async (db): Promise<Answer> => {
      const orders =
        query.search === undefined
          ? await listOrders(db, store.id, filter)
          : await searchOrders(db, { text: query.search, storeIds: [store.id], limit: query.limit })
      const page = orders.slice(0, query.limit)
      const rank = rankIn(numbers ?? [])
      const ranked = page.toSorted((one, other) => rank(one) - rank(other))
      const data = await viewsOfOrders(ctx, db, ranked)
      const next = orders.length > query.limit ? page.at(-1)?.id : undefined
      return answerPage('orders', { data, next })
    })
  },
})

export const cancelOrderOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/orders/{id}/cancel',
  scope: 'checkout',
  operationId: 'cancelOrder',
  tag: 'Orders',
  summary: 'Cancel an unpaid order',
  byPerson: { locate: byOrder },
  answers: { 200: { description: 'The cancelled order', schema: orderWithPayment } },
  problems: {
    ...NO_SUCH_ORDER,
    409: 'The order was already charged (`order_already_paid`): refund it instead. Or a charge has no known outcome yet (`charge_unresolved`, retry)',
    422: "The gateway refused the lookup of the order's payment (`refused_by_gateway`)",
    502: "The gateway did not answer (`gateway_unreachable`, retry), or refused the store's key (`gateway_key_refused`)",
  },
  handle: async ({ ctx, store, id }) => {
    const outcome = await cancelUnpaidOrder(ctx, store, id)
    if (outcome.outcome !== 'cancelled') return refuseCancellation(outcome, refuseUnknownOrder)
    const [body] = await viewsOfOrders(ctx, ctx.db.query, [outcome.order])
    return { status: 200, body }
  },
})

export const readTimeline = defineMerchantRoute({
  method: 'get',
  path: '/v1/orders/{id}/timeline',
  scope: 'read',
  operationId: 'readTimeline',
  tag: 'Orders',
  summary: 'List the timeline of an order, oldest first',
  byPerson: { locate: byOrder },
  answers: { 200: { description: 'The timeline', schema: orderTimeline } },
  problems: NO_SUCH_ORDER,
  handle: async ({ ctx, store, id, reader }) => {
    const order = await findOrderOfStore(ctx.db.query, store.id, id)
    if (!order) return refuseUnknownOrder()
    const language = reader ?? store.locale
    const payments = await paymentsOfOrder(ctx.db.query, order.id)
    const entries = await timelineOf(ctx.db.query, order.id)
    const data = viewsOfTimeline(entries, { payments, language })
    return { status: 200, body: { data } satisfies z.input<typeof orderTimeline>, language }
  },
})

const SEARCHED_WITHOUT = ['status', 'number', 'created_from', 'created_to', 'cursor'] as const

/** Includes current payments and refunds. */
const viewsOfOrders = async (
  ctx: PaymentsContext,
  db: DbQuery,
  orders: readonly OrderRow[],
): Promise<z.input<typeof orderWithPayment>[]> => {
  const currentIds = orders.flatMap((order) => order.current_payment_id ?? [])
  const payments = await paymentsByIds(db, currentIds)
  const orderIds = orders.map(({ id }) => id)
  const refundRows = [...(await refundsOfOrders(db, orderIds)).values()].flat()
  const views = await viewsOfRefunds(db, refundRows, ctx.clock.now())
  const refunds = Map.groupBy(views, (_, index) => refundRows[index]?.order_id)
  return orders.map((order) => {
    const payment = payments.get(order.current_payment_id ?? '')
    return {
      order: viewOfOrder(order),
      payment: payment ? viewOfPayment(payment) : null,
      refunds: refunds.get(order.id) ?? [],
      pay_url: payUrlOf(ctx, order),
    }
  })
}
