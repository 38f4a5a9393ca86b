import { z } from 'zod'
import { PAYMENT_STATES } from '../../../contract/payment-states.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import { paymentsOfStores } from '../../../db/payments/payments-of-stores.ts'
import { PaymentId } from '../../../domain/ids.ts'
import { pollPayment } from '../../../payments/inbound/poll-payment.ts'
import { problem } from '../../../runtime/http/problem.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import { answerGatewayFailure } from '../checkouts/gateway-failure.ts'
import { amountFields, createdFields } from '../operator/list-schemas.ts'
import { defineList } from '../operator/lists.ts'
import { byPayment } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import {
  type Answer,
  defineOperatorRoute,
  type OperatorInput,
  type OperatorRoute,
  refuse,
} from '../route.ts'
import { amountAndTime } from './operator-orders.ts'
import { paymentOfStore, viewsOfPaymentsOfStores } from './views-of-stores.ts'

const STATES = [
  ...PAYMENT_STATES,
  ...(['intended', 'refused', 'abandoned', 'declined', 'authenticating'] as const),
] as const

export const paymentFilters = {
  state: z.enum(STATES).optional(),
  ...amountFields,
  ...createdFields,
}

const listPayments = defineList({
  path: '/operator/v1/payments',
  operationId: 'listPayments',
  tag: 'Payments',
  summary: 'List payments of all stores, newest first',
  list: 'payments',
  filters: { ...paymentFilters },
  row: paymentOfStore,
  id: 'PaymentsOfStores',
  description: 'A page of payments',
  read: async (input, scope) => {
    const { ctx, query } = input
    const filter = { state: query.state, ...amountAndTime(query) }
    const { rows, next } = await paymentsOfStores(ctx.db.query, { ...scope, ...filter })
    const data = await viewsOfPaymentsOfStores(ctx.db.query, rows)
    return { data, next }
  },
})

const readPayment = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/payments/{id}',
  operationId: 'readPayment',
  tag: 'Payments',
  scope: 'read',
  summary: 'Read a payment',
  answers: { 200: { description: 'The payment', schema: paymentOfStore } },
  problems: { 404: 'The person has no such payment' },
  handle: (input) => answerPayment(input, input.id),
})

const pollPaymentRoute = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/payments/{id}/ask',
  operationId: 'askGatewayAboutPayment',
  tag: 'Payments',
  scope: 'checkout',
  locate: byPayment,
  summary: 'Poll the gateway for a payment and record its state',
  answers: { 200: { description: 'The payment as it stands now', schema: paymentOfStore } },
  problems: {
    404: 'The person has no such payment',
    502: 'The gateway did not answer, or refuses the key of the store',
  },
  handle: async (input) => {
    const { ctx, id, accessTo } = input
    const payment = await paymentOf(input, id)
    const access = await accessTo(payment?.store_id)
    if (access.outcome === 'refused') return access.answer
    if (!payment) return refuse(NOT_FOUND)
    const polled = await pollPayment(ctx, { store: access.store, payment })
    switch (polled.outcome) {
      case 'seen':
        return answerPayment(input, id)
      case 'unreadable':
        return refuse(UNREADABLE)
      default:
        return answerGatewayFailure(polled, { title: 'The gateway does not say' })
    }
  },
})

const UNREADABLE = problem({
  status: 502,
  code: 'gateway_unreadable',
  title: 'What the gateway says of the payment makes no sense',
  retry: 'ask-a-person',
})

const paymentOf = async ({ ctx }: OperatorInput, id: string) =>
  isStorable(id) ? findPayment(ctx.db.query, PaymentId.parse(id)) : undefined

const answerPayment = async (given: OperatorInput, id: string): Promise<Answer> => {
  const payment = await paymentOf(given, id)
  const access = await given.accessTo(payment?.store_id)
  if (access.outcome === 'refused') return access.answer
  const [body] = await viewsOfPaymentsOfStores(given.ctx.db.query, payment ? [payment] : [])
  return body ? { status: 200, body } : refuse(NOT_FOUND)
}

export const paymentRoutes: readonly OperatorRoute[] = [listPayments, readPayment, pollPaymentRoute]
