import type { z } from 'zod'
import type { OrderRow, StoreRow } from '../../../db/db.ts'
import { findOrderOfStore } from '../../../db/orders/orders.ts'
import { paymentRequestsOfStores } from '../../../db/payments/payment-requests.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { closeAsPaidOtherwise } from '../../../payments/requests/close-as-paid-otherwise.ts'
import { createPaymentRequest } from '../../../payments/requests/create-payment-request.ts'
import {
  fieldProblem,
  notFound,
  type Problem,
  problem,
  problemWords,
} from '../../../runtime/http/problem.ts'
import { readMailAddress } from '../../../runtime/mail/mail-address.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { refuseCancellation } from '../checkouts/cancel-refusals.ts'
import { refusePayment, refuseReusedKey } from '../checkouts/payment-refusals.ts'
import { defineResourceList } from '../operator/lists.ts'
import { byOrder, byStore } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, type MerchantInput, refuse } from '../route.ts'
import { readRequestedAmount, readRequestedTip } from './requested-amount.ts'
import {
  counterName,
  newPaymentRequest,
  paidOtherwise,
  paymentRequestList,
  paymentRequestOfStore,
  paymentRequestView,
  requestSource,
  requestState,
} from './schemas.ts'
import { viewsOfPaymentRequests, viewsOfRequestsOfStores } from './views.ts'

const NO_SUCH_REQUEST = { 404: 'The store has no such payment request' }
const refuseUnknownRequest = () => refuse(notFound('The store has no such payment request'))

export const createRequest = defineMerchantRoute({
  method: 'post',
  path: '/v1/payment-requests',
  scope: 'checkout',
  operationId: 'createPaymentRequest',
  tag: 'Payment requests',
  summary: "Request a payment without a shop's order",
  byPerson: {
    path: '/operator/v1/stores/{id}/payment-requests',
    locate: byStore,
    answers: {
      201: { description: 'The new request with its pay link', schema: paymentRequestOfStore },
      200: { description: 'The existing request with this key', schema: paymentRequestOfStore },
    },
    handle: (input) => createFor(input, answerPerson),
  },
  body: newPaymentRequest,
  requiresIdempotencyKey: true,
  answers: {
    201: { description: 'The new request with its pay link', schema: paymentRequestView },
    200: { description: 'The existing request with this key', schema: paymentRequestView },
  },
  problems: {
    409: 'The key belongs to a different request, or the store is frozen (`store_frozen`)',
    422: 'A field is not valid, or the gateway refused the amount or the currency',
    502: 'The gateway refused the key of the store',
  },
  handle: (input) => createFor(input, answerKey),
})

type CreateInput = MerchantInput & {
  body: unknown
  idempotencyKey: string
}
type AnswerRequest = (
  ctx: PaymentsContext,
  about: { order: OrderRow; status: number },
) => Promise<Answer>

const answerKey: AnswerRequest = async (ctx, { order, status }) => {
  const [body] = await viewsOfPaymentRequests(ctx, ctx.db.query, [order])
  return { status, body }
}

const answerPerson: AnswerRequest = async (ctx, { order, status }) => {
  const [body] = await viewsOfRequestsOfStores(ctx, ctx.db.query, [order])
  return { status, body, change: { after: changeOf(order) } }
}

const changeOf = ({ id, amount_minor, currency }: OrderRow) => ({
  order_id: id,
  amount_minor,
  currency,
})

const createFor = async (
  { ctx, store, body: given, idempotencyKey }: CreateInput,
  answer: AnswerRequest,
): Promise<Answer> => {
  const body = given as z.output<typeof newPaymentRequest>
  const of = { source: body.source, idempotencyKey }
  const read = await readRequestedAmount(ctx.db.query, store.id, { ...body, of })
  if (!read.ok) return refuse(fieldProblem(read.path, read.message))
  const tip = readRequestedTip(body.tip, read.money)
  if (!tip.ok) return refuse(fieldProblem(tip.path, tip.message))
  const isMailed = body.send_email ?? false
  const obstacle = isMailed && obstacleToMail(ctx, body)
  if (obstacle) return refuse(obstacle)
  const outcome = await createPaymentRequest(ctx, store, {
    source: body.source,
    amount: read.money,
    description: body.description ?? null,
    customer: body.customer ?? {},
    reference: body.reference ?? null,
    note: body.note ?? null,
    counter: body.counter ?? null,
    tipMinor: tip.tipMinor,
    locale: body.locale ?? null,
    expiresInMinutes: body.expires_in_minutes ?? null,
    isMailed,
    idempotencyKey,
  })
  switch (outcome.outcome) {
    case 'created':
      return answer(ctx, { order: outcome.order, status: 201 })
    case 'known':
      return answer(ctx, { order: outcome.order, status: 200 })
    case 'key-reused':
      return refuseReusedKey('amount, description or reference')
    default:
      return refusePayment(outcome, 'payment-request')
  }
}

/** Refuses a request by e-mail without a mail server or an address. */
const obstacleToMail = (
  { mail }: PaymentsContext,
  { customer }: z.output<typeof newPaymentRequest>,
): Problem | undefined => {
  if (!mail.mailServer) return problem({ code: 'mail_not_set_up', ...problemWords('mailNotSetUp') })
  return readMailAddress(customer?.email ?? '')
    ? undefined
    : fieldProblem('customer.email', fieldMessage('emailAddress'))
}

const filters = {
  state: requestState.optional(),
  source: requestSource.default('request'),
  counter: counterName.optional(),
}

export const listRequests = defineResourceList({
  list: 'orders',
  description: 'A page of payment requests',
  ofStore: {
    path: '/v1/payment-requests',
    operationId: 'listPaymentRequests',
    tag: 'Payment requests',
    summary: 'List payment requests, newest first',
    filters,
    page: paymentRequestList,
    read: paymentRequestsOfStores,
    views: ({ ctx }, orders) => viewsOfPaymentRequests(ctx, ctx.db.query, orders),
  },
  acrossStores: {
    summary: 'List payment requests of all stores',
    filters,
    row: paymentRequestOfStore,
    id: 'PaymentRequestsOfStores',
    read: paymentRequestsOfStores,
    views: ({ ctx }, orders) => viewsOfRequestsOfStores(ctx, ctx.db.query, orders),
  },
})

export const readPaymentRequest = defineMerchantRoute({
  method: 'get',
  path: '/v1/payment-requests/{id}',
  scope: 'read',
  operationId: 'readPaymentRequest',
  tag: 'Payment requests',
  summary: 'Read a payment request',
  byPerson: {
    locate: byOrder,
    answers: { 200: { description: 'The payment request', schema: paymentRequestOfStore } },
    handle: (input) => readFor(input, answerPerson),
  },
  answers: { 200: { description: 'The payment request', schema: paymentRequestView } },
  problems: NO_SUCH_REQUEST,
  handle: (input) => readFor(input, answerKey),
})

const readFor = async (
  { ctx, store, id }: MerchantInput & { id: string },
  answer: AnswerRequest,
): Promise<Answer> => {
  const order = await findRequest(ctx, store, id)
  return order ? answer(ctx, { order, status: 200 }) : refuseUnknownRequest()
}

const findRequest = async (
  ctx: PaymentsContext,
  store: StoreRow,
  id: string,
): Promise<OrderRow | undefined> => {
  const order = await findOrderOfStore(ctx.db.query, store.id, id)
  return order?.source === 'request' || order?.source === 'counter' ? order : undefined
}

export const closeRequestAsPaidOtherwise = defineMerchantRoute({
  method: 'post',
  path: '/v1/payment-requests/{id}/paid-otherwise',
  scope: 'checkout',
  operationId: 'closePaymentRequestAsPaidOtherwise',
  tag: 'Payment requests',
  summary: 'Close a payment request that the customer paid without the gateway',
  byPerson: {
    locate: byOrder,
    answers: { 200: { description: 'The closed request', schema: paymentRequestOfStore } },
    handle: (input) => closeFor(input, answerPerson),
  },
  body: paidOtherwise,
  answers: { 200: { description: 'The closed request', schema: paymentRequestView } },
  problems: {
    ...NO_SUCH_REQUEST,
    409: 'The request is paid, or a charge has no known outcome yet; `retry` says whether to repeat the request',
    422: 'A field is not valid, or the gateway refused to say whether the request is paid',
    502: 'The gateway did not answer whether the request is paid, or refused the API key of the store',
  },
  handle: (input) => closeFor(input, answerKey),
})

const closeFor = async (
  { ctx, store, id, body }: MerchantInput & { id: string; body: unknown },
  answer: AnswerRequest,
): Promise<Answer> => {
  const { how } = body as z.output<typeof paidOtherwise>
  if (!(await findRequest(ctx, store, id))) return refuseUnknownRequest()
  const outcome = await closeAsPaidOtherwise(ctx, store, { orderExternalId: id, how })
  return outcome.outcome === 'cancelled'
    ? answer(ctx, { order: outcome.order, status: 200 })
    : refuseCancellation(outcome, refuseUnknownRequest)
}
