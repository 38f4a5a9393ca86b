import { z } from 'zod'
import { PAYMENT_STATES } from '../../../contract/payment-states.ts'
import type { PaymentRow } from '../../../db/db.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import { paymentsOfStores } from '../../../db/payments/payments-of-stores.ts'
import { pollPayment } from '../../../payments/inbound/poll-payment.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { problem } from '../../../runtime/http/problem.ts'
import { answerGatewayFailure } from '../checkouts/gateway-failure.ts'
import { defineExport } from '../operator/exports.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { amountFields, createdFields } from '../operator/list-schemas.ts'
import { defineList, type ListScope, type QueriedInput } from '../operator/lists.ts'
import { byPayment } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { type Answer, type OperatorRoute, refuse } from '../route.ts'
import { amountAndTime } from './record-filters.ts'
import { paymentOfStore, viewsOfPaymentsOfStores } from './views-of-stores.ts'

const STATES = [
  ...PAYMENT_STATES,
  'intended',
  'refused',
  'abandoned',
  'declined',
  'authenticating',
] as const

const filters = { state: z.enum(STATES).optional(), ...amountFields, ...createdFields }

const ofPayments = {
  tag: 'Payments',
  list: 'payments',
  filters,
  read: async ({ ctx, query }: QueriedInput<typeof filters>, scope: ListScope) => {
    const filter = { state: query.state, ...amountAndTime(query) }
    const { rows, next } = await paymentsOfStores(ctx.db.query, { ...scope, ...filter })
    return { data: await viewsOfPaymentsOfStores(ctx.db.query, rows), next }
  },
} as const

const listPayments = defineList({
  ...ofPayments,
  path: '/operator/v1/payments',
  operationId: 'listPayments',
  summary: 'List payments of all stores, newest first',
  row: paymentOfStore,
  id: 'PaymentsOfStores',
  description: 'A page of payments',
})

const exportPayments = defineExport({
  ...ofPayments,
  path: '/operator/v1/payments.csv',
  operationId: 'exportPayments',
  summary: 'Export the payments that match the filters as CSV',
  columns: [
    'id',
    'store_id',
    'order_id',
    'order_external_id',
    'attempt',
    'mode',
    'state',
    'amount',
    'currency',
    'total',
    'service_fee',
    'refunded_amount',
    'decline_code',
    'decline_count',
    'last_declined_at',
    'gateway_payment_id',
    'transaction_id',
    'created_at',
    'paid_at',
  ],
  cellsOf: ({ order, decline, ...payment }) => ({
    ...payment,
    order_id: order?.id ?? null,
    order_external_id: order?.external_id ?? null,
    decline_code: decline?.code ?? null,
  }),
})

const answerPayment = async (ctx: PaymentsContext, payment: PaymentRow): Promise<Answer> => {
  const [body] = await viewsOfPaymentsOfStores(ctx.db.query, [payment])
  return body ? { status: 200, body } : refuse(NOT_FOUND)
}

const readPayment = defineLocatedRoute({
  method: 'get',
  path: '/operator/v1/payments/{id}',
  operationId: 'readPayment',
  tag: 'Payments',
  scope: 'read',
  locate: byPayment,
  summary: 'Read a payment',
  answers: { 200: { description: 'The payment', schema: paymentOfStore } },
  problems: { 404: "No such payment in the person's organizations" },
  handle: ({ ctx, row }) => answerPayment(ctx, row),
})

const pollPaymentRoute = defineLocatedRoute({
  method: 'post',
  path: '/operator/v1/payments/{id}/ask',
  operationId: 'askGatewayAboutPayment',
  tag: 'Payments',
  scope: 'checkout',
  locate: byPayment,
  summary: 'Poll the gateway for a payment and record its state',
  answers: { 200: { description: 'The payment with its current state', schema: paymentOfStore } },
  problems: {
    404: "No such payment in the person's organizations",
    502: "The gateway did not answer (`gateway_unreachable`, retry), refused the store's key (`gateway_key_refused`), or described the payment inconsistently (`gateway_unreadable`)",
  },
  handle: async ({ ctx, store, row: payment }) => {
    const polled = await pollPayment(ctx, { store, payment })
    switch (polled.outcome) {
      case 'seen':
        return answerPayment(ctx, (await findPayment(ctx.db.query, payment.id)) ?? payment)
      case 'unreadable':
        return refuse(UNREADABLE)
      default:
        return answerGatewayFailure(polled, { of: 'request' })
    }
  },
})

const UNREADABLE = problem({
  code: 'gateway_unreadable',
  title: "The gateway's description of the payment contradicts itself",
})

export const paymentRoutes: readonly OperatorRoute[] = [
  listPayments,
  exportPayments,
  readPayment,
  pollPaymentRoute,
]
