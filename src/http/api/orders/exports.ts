import { z } from 'zod'
import { ordersOfStores } from '../../../db/orders/orders-of-stores.ts'
import { paymentsOfStores, refundsOfStores } from '../../../db/payments/payments-of-stores.ts'
import { csvLine } from '../../requests/csv-line.ts'
import { answerTable, TABLE } from '../csv.ts'
import { listFields } from '../operator/list-schemas.ts'
import { scopeOfList } from '../operator/lists.ts'
import { refundFilters } from '../refunds/operator-refunds.ts'
import { defineOperatorRoute, type OperatorRoute } from '../route.ts'
import { amountAndTime, filtersOf, orderFilters } from './operator-orders.ts'
import { paymentFilters } from './payments.ts'
import {
  viewOfOrderOfStore,
  viewsOfPaymentsOfStores,
  viewsOfRefundsOfStores,
} from './views-of-stores.ts'

const AT_A_TIME = 500

type Cell = string | number | null

async function* linesOf<Row>(
  names: readonly string[],
  read: (before: string | undefined) => Promise<{ rows: Row[]; next: string | undefined }>,
  cellsOf: (rows: Row[]) => Promise<Cell[][]>,
): AsyncGenerator<string> {
  yield csvLine(names)
  for (let before: string | undefined; ; ) {
    const { rows, next } = await read(before)
    const lines = (await cellsOf(rows)).map(csvLine).join('')
    if (lines) yield lines
    if (next === undefined) return
    before = next
  }
}

const PROBLEMS = { 404: 'The person has no such store', 422: 'A filter is not valid' }

const ordersCsv = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/orders.csv',
  operationId: 'exportOrders',
  tag: 'Orders',
  scope: 'read',
  summary: 'Export the orders that match the filters as CSV',
  query: z.strictObject({ store_id: listFields.store_id, ...orderFilters }),
  answers: TABLE,
  problems: PROBLEMS,
  handle: async (input) => {
    const { ctx, query } = input
    const scope = await scopeOfList(input, 'orders', { ...query, limit: AT_A_TIME })
    if (scope.outcome === 'refused') return scope.answer
    const names = ['id', 'store_id', 'external_id', 'number', 'amount', 'currency', 'status']
    const more = ['conflict', 'customer_name', 'customer_email', 'created_at', 'paid_at']
    const read = (before: string | undefined) =>
      ordersOfStores(ctx.db.long.query, { ...scope, ...filtersOf(query), before })
    const lines = linesOf([...names, ...more], read, async (rows) =>
      rows
        .map((order) => viewOfOrderOfStore(ctx, order))
        .map((order) => [
          ...[order.id, order.store_id, order.external_id, order.number, order.amount],
          ...[order.currency, order.status, order.conflict, order.customer.name ?? null],
          ...[order.customer.email ?? null, order.created_at, order.paid_at],
        ]),
    )
    return answerTable('orders', lines)
  },
})

const paymentsCsv = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/payments.csv',
  operationId: 'exportPayments',
  tag: 'Payments',
  scope: 'read',
  summary: 'Export the payments that match the filters as CSV',
  query: z.strictObject({ store_id: listFields.store_id, ...paymentFilters }),
  answers: TABLE,
  problems: PROBLEMS,
  handle: async (input) => {
    const { ctx, query } = input
    const scope = await scopeOfList(input, 'payments', { ...query, limit: AT_A_TIME })
    if (scope.outcome === 'refused') return scope.answer
    const names = ['id', 'store_id', 'order_id', 'order_external_id', 'attempt', 'mode', 'state']
    const more = ['amount', 'currency', 'total', 'service_fee', 'refunded_amount', 'decline_code']
    const last = ['gateway_payment_id', 'transaction_id', 'created_at', 'paid_at']
    const filter = { state: query.state, ...amountAndTime(query) }
    const read = (before: string | undefined) =>
      paymentsOfStores(ctx.db.long.query, { ...scope, ...filter, before })
    const lines = linesOf([...names, ...more, ...last], read, async (rows) =>
      (await viewsOfPaymentsOfStores(ctx.db.long.query, rows)).map((payment) => [
        ...[payment.id, payment.store_id, payment.order?.id ?? null],
        ...[payment.order?.external_id ?? null, payment.attempt, payment.mode, payment.state],
        ...[payment.amount, payment.currency, payment.total, payment.service_fee],
        ...[payment.refunded_amount, payment.decline?.code ?? null, payment.gateway_payment_id],
        ...[payment.transaction_id, payment.created_at, payment.paid_at],
      ]),
    )
    return answerTable('payments', lines)
  },
})

const refundsCsv = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/refunds.csv',
  operationId: 'exportRefunds',
  tag: 'Refunds',
  scope: 'read',
  summary: 'Export the refunds that match the filters as CSV',
  query: z.strictObject({ store_id: listFields.store_id, ...refundFilters }),
  answers: TABLE,
  problems: PROBLEMS,
  handle: async (input) => {
    const { ctx, query } = input
    const scope = await scopeOfList(input, 'refunds', { ...query, limit: AT_A_TIME })
    if (scope.outcome === 'refused') return scope.answer
    const names = ['id', 'store_id', 'order_id', 'order_external_id', 'payment_id', 'kind']
    const more = ['origin', 'amount', 'currency', 'state', 'reason', 'created_at', 'done_at']
    const filter = { state: query.state, ...amountAndTime(query) }
    const read = (before: string | undefined) =>
      refundsOfStores(ctx.db.long.query, { ...scope, ...filter, before })
    const reading = { ...ctx, db: { ...ctx.db, query: ctx.db.long.query } }
    const lines = linesOf([...names, ...more], read, async (rows) =>
      (await viewsOfRefundsOfStores(reading, rows)).map((refund) => [
        ...[refund.id, refund.store_id, refund.order?.id ?? null],
        ...[refund.order?.external_id ?? null, refund.payment_id, refund.kind, refund.origin],
        ...[refund.amount, refund.currency, refund.state, refund.reason],
        ...[refund.created_at, refund.done_at],
      ]),
    )
    return answerTable('refunds', lines)
  },
})

export const csvRoutes: readonly OperatorRoute[] = [ordersCsv, paymentsCsv, refundsCsv]
