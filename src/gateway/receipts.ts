import { type ReceiptMetadata, receiptMetadata } from '../contract/charges.ts'
import type { Language } from '../locales/language.ts'
import { type GatewayCaller, isSuccess, success } from './caller.ts'
import { type Failure, failureOf, unreachable } from './outcomes.ts'

export type ReceiptOutcome = { outcome: 'found'; receipt: ReceiptMetadata } | Failure

export type ReceiptPdfOutcome =
  | { outcome: 'opened'; body: ReadableStream<Uint8Array>; contentLength: string | undefined }
  | Failure

/** 4.8 and 4.9; receipts survive a void or a refund. */
export const receipts = (call: GatewayCaller) => ({
  getReceipt: async (transactionId: string): Promise<ReceiptOutcome> => {
    const path = `/payments/${encodeURIComponent(transactionId)}/receipt`
    const read = success(await call({ method: 'GET', path }), receiptMetadata)
    return read.ok ? { outcome: 'found', receipt: read.value } : read.failure
  },
  /** The caller must read the stream to the end or cancel it. */
  openReceiptPdf: async (
    transactionId: string,
    language?: Language,
  ): Promise<ReceiptPdfOutcome> => {
    const path = `/payments/${encodeURIComponent(transactionId)}/receipt/download`
    const answer = await call.openStream({ method: 'GET', path, language })
    if (answer.kind !== 'stream') return failureOf(answer)
    const { contentLength } = answer
    if (isSuccess(answer.status) && answer.contentType.startsWith('application/pdf')) {
      return { outcome: 'opened', body: answer.body, contentLength }
    }
    const opened = isSuccess(answer.status) ? await startingWith(PDF_MARK, answer.body) : undefined
    if (opened) return { outcome: 'opened', body: opened, contentLength }
    await answer.body.cancel().catch(() => {})
    return unreachable('none', `no PDF: HTTP ${answer.status} ${answer.contentType}`)
  },
})

/** Identifies a PDF, because the download's headers are undocumented (4.9). */
const PDF_MARK = '%PDF'

/** Returns the complete stream if it begins with `mark`. */
const startingWith = async (
  mark: string,
  body: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array> | undefined> => {
  const reader = body.getReader()
  const read: Uint8Array[] = []
  try {
    for (let size = 0; size < mark.length; ) {
      const { done, value } = await reader.read()
      if (done) break
      read.push(value)
      size += value.byteLength
    }
  } catch {
    return undefined
  }
  if (!Buffer.concat(read).toString('latin1').startsWith(mark)) {
    reader.releaseLock()
    return undefined
  }
  return new ReadableStream({
    start: (whole) => {
      for (const chunk of read) whole.enqueue(chunk)
    },
    pull: async (whole) => {
      const { done, value } = await reader.read()
      if (done) whole.close()
      else whole.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
