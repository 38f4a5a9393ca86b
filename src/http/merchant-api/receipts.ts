import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { z } from 'zod'
import { openReceiptPdf, readReceipt } from '../../payments/read-receipt.ts'
import { notFound, problem } from '../problem.ts'
import { answerGatewayFailure } from './gateway-failure.ts'
import { defineRoute, refuse } from './route.ts'
import { pdf, receipt } from './schemas.ts'

const TITLE = 'The gateway has no receipt'

const PROBLEMS = {
  404: 'The store has no such order',
  409: 'The order was not charged, so there is no receipt',
  502: 'The gateway did not answer, or refuses the key of the store',
}

const refuseMissing = (outcome: 'no-such-order' | 'not-charged') =>
  outcome === 'no-such-order'
    ? refuse(notFound('The store has no such order'))
    : refuse(
        problem({
          status: 409,
          code: 'order_not_charged',
          title: 'The order was not charged, so there is no receipt',
          retry: 'permanent',
        }),
      )

export const readReceiptOfOrder = defineRoute({
  method: 'get',
  path: '/v1/orders/{id}/receipt',
  operationId: 'readReceipt',
  tag: 'Orders',
  summary: "The gateway's receipt of an order, also after a void or a refund",
  answers: { 200: { description: 'Where the receipt is', schema: receipt } },
  problems: PROBLEMS,
  handle: async ({ ctx, store, id }) => {
    const read = await readReceipt(ctx, store, id)
    switch (read.outcome) {
      case 'found': {
        const body: z.input<typeof receipt> = {
          transaction_id: read.receipt.transaction_id,
          receipt_url: read.receipt.receipt_url,
        }
        return { status: 200, body }
      }
      case 'no-such-order':
      case 'not-charged':
        return refuseMissing(read.outcome)
      default:
        return answerGatewayFailure(read, { title: TITLE })
    }
  },
})

export const readReceiptPdf = defineRoute({
  method: 'get',
  path: '/v1/orders/{id}/receipt.pdf',
  operationId: 'readReceiptPdf',
  tag: 'Orders',
  summary: "The gateway's receipt as a PDF",
  answers: { 200: { description: 'The receipt', schema: pdf, contentType: 'application/pdf' } },
  problems: PROBLEMS,
  handle: async ({ ctx, store, id }) => {
    const opened = await openReceiptPdf(ctx, store, id)
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
      case 'not-charged':
        return refuseMissing(opened.outcome)
      default:
        return answerGatewayFailure(opened, { title: TITLE })
    }
  },
})
