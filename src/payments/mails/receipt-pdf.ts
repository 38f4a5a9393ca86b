import type { CustomerMailRow, OrderRow, StoreRow } from '../../db/db.ts'
import type { MailAttachment } from '../../runtime/mail/mail.ts'
import { openReceiptPdf } from '../attempts/read-receipt.ts'
import type { PaymentsContext } from '../ports/context.ts'

/** Upper bound on the receipt: mail servers refuse large mails. */
const MOST_BYTES = 5_000_000

/** Reads the gateway's receipt. `undefined`: not available, so the mail goes without it. */
export const receiptPdf = async (
  ctx: PaymentsContext,
  { mail, order, store }: { mail: CustomerMailRow; order: OrderRow; store: StoreRow },
): Promise<MailAttachment | undefined> => {
  const opened = await openReceiptPdf(ctx, store, {
    orderExternalId: order.external_id,
    paymentId: mail.payment_id ?? undefined,
  })
  if (opened.outcome !== 'opened') return undefined
  const content = await bytesOf(opened.body).catch(() => undefined)
  return content && { filename: FILE_NAMES[order.locale], contentType: 'application/pdf', content }
}

const FILE_NAMES = { es: 'recibo.pdf', en: 'receipt.pdf' } as const

const bytesOf = async (body: ReadableStream<Uint8Array>): Promise<Buffer | undefined> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
