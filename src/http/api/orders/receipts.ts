import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { PaymentId } from '../../../domain/ids.ts'
import type { Failure } from '../../../gateway/outcomes.ts'
import { openReceiptPdf, readReceipt } from '../../../payments/attempts/read-receipt.ts'
import { notFound, problem } from '../../../runtime/http/problem.ts'
import { answerGatewayFailure } from '../checkouts/gateway-failure.ts'
import { pdf, receipt, receiptPdfQuery, receiptQuery } from '../checkouts/schemas.ts'
import { byOrder } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, refuse } from '../route.ts'

const MISSING = {
  'no-such-order': notFound('The store has no such order'),
  'no-such-payment': notFound('The order has no such payment'),
  'not-charged': problem({
    code: 'order_not_charged',
    title: 'The order was not charged, so it has no receipt',
  }),
} as const

const refuseReceipt = (outcome: Failure | { outcome: keyof typeof MISSING }): Answer => {
  switch (outcome.outcome) {
    case 'no-such-order':
    case 'no-such-payment':
    case 'not-charged':
      return refuse(MISSING[outcome.outcome])
    default:
      return answerGatewayFailure(outcome, { of: 'receipt' })
  }
}

const ofReceipt = {
  method: 'get',
  scope: 'read',
  tag: 'Orders',
  byPerson: { locate: byOrder },
  query: receiptQuery,
  problems: {
    404: 'The store has no such order, or the order has no such payment',
    409: 'The order was not charged, so it has no receipt (`order_not_charged`)',
    502: "The gateway did not answer (`gateway_unreachable`, retry), or refused the store's key (`gateway_key_refused`)",
  },
} as const

export const readReceiptOfOrder = defineMerchantRoute({
  ...ofReceipt,
  path: '/v1/orders/{id}/receipt',
  operationId: 'readReceipt',
  summary: "Get the gateway's receipt of an order, even after a void or refund",
  answers: { 200: { description: 'Address of the receipt', schema: receipt } },
  handle: async ({ ctx, store, id, query }) => {
    const paymentId = PaymentId.optional().parse(query.payment_id)
    const read = await readReceipt(ctx, store, { orderExternalId: id, paymentId })
    if (read.outcome !== 'found') return refuseReceipt(read)
    const { transaction_id, receipt_url } = read.receipt
    return { status: 200, body: { transaction_id, receipt_url } }
  },
})

export const readReceiptPdf = defineMerchantRoute({
  ...ofReceipt,
  query: receiptPdfQuery,
  path: '/v1/orders/{id}/receipt.pdf',
  operationId: 'readReceiptPdf',
  summary: "Get the gateway's receipt as a PDF",
  answers: { 200: { description: 'The receipt', schema: pdf, contentType: 'application/pdf' } },
  handle: async ({ ctx, store, id, query, reader }) => {
    const paymentId = PaymentId.optional().parse(query.payment_id)
    const language = query.language ?? reader
    const opened = await openReceiptPdf(ctx, store, { orderExternalId: id, paymentId, language })
    if (opened.outcome !== 'opened') return refuseReceipt(opened)
    return {
      status: 200,
      body: Readable.fromWeb(opened.body as NodeReadableStream),
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'inline; filename="receipt.pdf"',
        vary: 'Accept-Language',
        ...(opened.contentLength ? { 'content-length': opened.contentLength } : {}),
      },
    }
  },
})
