import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { z } from 'zod'
import { PaymentId } from '../../../domain/ids.ts'
import { openReceiptPdf, readReceipt } from '../../../payments/attempts/read-receipt.ts'
import { notFound, problem } from '../../../runtime/http/problem.ts'
import { answerGatewayFailure } from '../checkouts/gateway-failure.ts'
import { pdf, receipt, receiptQuery } from '../checkouts/schemas.ts'
import { byOrder } from '../operator/locate.ts'
import { defineMerchantRoute, refuse } from '../route.ts'

const TITLE = 'The gateway has no receipt'

const PROBLEMS = {
  404: 'The store has no such order, or the order has no such payment',
  409: 'The order was not charged, so there is no receipt',
  502: 'The gateway did not answer, or refuses the key of the store',
}

const MISSING = {
  'no-such-order': 'The store has no such order',
  'no-such-payment': 'The order has no such payment',
} as const

const refuseMissing = (outcome: 'no-such-order' | 'no-such-payment' | 'not-charged') =>
  outcome !== 'not-charged'
    ? refuse(notFound(MISSING[outcome]))
    : refuse(
        problem({
          status: 409,
          code: 'order_not_charged',
          title: 'The order was not charged, so there is no receipt',
          retry: 'permanent',
        }),
      )

export const readReceiptOfOrder = defineMerchantRoute({
  method: 'get',
  path: '/v1/orders/{id}/receipt',
  scope: 'read',
  operationId: 'readReceipt',
  tag: 'Orders',
  summary: "Get the gateway's receipt of an order, also after a void or a refund",
  byPerson: {
    path: '/operator/v1/orders/{id}/receipt',
    tag: 'Orders',
    locate: byOrder,
  },
  query: receiptQuery,
  answers: { 200: { description: 'Where the receipt is', schema: receipt } },
  problems: PROBLEMS,
  handle: async ({ ctx, store, id, query }) => {
    const which = { orderExternalId: id, paymentId: PaymentId.optional().parse(query.payment_id) }
    const read = await readReceipt(ctx, store, which)
    switch (read.outcome) {
      case 'found': {
        const body: z.input<typeof receipt> = {
          transaction_id: read.receipt.transaction_id,
          receipt_url: read.receipt.receipt_url,
        }
        return { status: 200, body }
      }
      case 'no-such-order':
      case 'no-such-payment':
      case 'not-charged':
        return refuseMissing(read.outcome)
      default:
        return answerGatewayFailure(read, { title: TITLE })
    }
  },
})

export const readReceiptPdf = defineMerchantRoute({
  method: 'get',
  path: '/v1/orders/{id}/receipt.pdf',
  scope: 'read',
  operationId: 'readReceiptPdf',
  tag: 'Orders',
  summary: "Get the gateway's receipt as a PDF",
  byPerson: {
    path: '/operator/v1/orders/{id}/receipt.pdf',
    tag: 'Orders',
    locate: byOrder,
  },
  query: receiptQuery,
  answers: { 200: { description: 'The receipt', schema: pdf, contentType: 'application/pdf' } },
  problems: PROBLEMS,
  handle: async ({ ctx, store, id, query }) => {
    const which = { orderExternalId: id, paymentId: PaymentId.optional().parse(query.payment_id) }
    const opened = await openReceiptPdf(ctx, store, which)
    switch (opened.outcome) {
      case 'opened':
        return {
          status: 200,
          body: Readable.fromWeb(opened.body as NodeReadableStream),
          headers: {
            'content-type': 'application/pdf',
            'content-disposition': 'inline; filename="receipt.pdf"',
            ...(opened.contentLength ? { 'content-length': opened.contentLength } : {}),
          },
        }
      case 'no-such-order':
      case 'no-such-payment':
      case 'not-charged':
        return refuseMissing(opened.outcome)
      default:
        return answerGatewayFailure(opened, { title: TITLE })
    }
  },
})
