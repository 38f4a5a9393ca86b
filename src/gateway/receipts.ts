import { type ReceiptMetadata, receiptMetadata } from '../contract/charges.ts'
import { type Caller, isSuccess, success } from './caller.ts'
import { type Failure, failureOf, unreachable } from './outcomes.ts'

export type ReceiptOutcome = { outcome: 'found'; receipt: ReceiptMetadata } | Failure

export type ReceiptPdfOutcome =
  | { outcome: 'opened'; body: ReadableStream<Uint8Array>; contentLength: string | undefined }
  | Failure

/** Receipts, `gateway-api.md` 4.8 and 4.9: they survive a void or a refund. */
export interface Receipts {
  getReceipt(transactionId: string): Promise<ReceiptOutcome>
  /** The PDF as it comes; whoever opens it reads it to its end or cancels it. */
  openReceiptPdf(transactionId: string): Promise<ReceiptPdfOutcome>
}

export const receipts = (call: Caller): Receipts => ({
  getReceipt: async (transactionId) => {
    const path = `/payments/${encodeURIComponent(transactionId)}/receipt`
    const read = success(await call({ method: 'GET', path }), receiptMetadata)
    return read.ok ? { outcome: 'found', receipt: read.value } : read.failure
  },
  openReceiptPdf: async (transactionId) => {
    const path = `/payments/${encodeURIComponent(transactionId)}/receipt/download`
    const answer = await call.openStream({ method: 'GET', path })
    if (answer.kind !== 'stream') return failureOf(answer)
    if (isSuccess(answer.status) && answer.contentType.startsWith('application/pdf')) {
      return { outcome: 'opened', body: answer.body, contentLength: answer.contentLength }
    }
    await answer.body.cancel()
    return unreachable('none', `no PDF: HTTP ${answer.status} ${answer.contentType}`)
  },
})
